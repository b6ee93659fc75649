import './app/styles/fonts.css';
import './app/styles/tokens.css';
import './app/styles/base.css';
import './app/styles/ui.css';
import './app/styles/layout.css';
import './app/styles/code.css';
import './app/styles/graphs.css';
import './app/styles/views.css';
import './app/styles/singlepass.css';
import './app/styles/steppers.css';
import './app/styles/read.css';
import './app/styles/narrow.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startApp } from './app/app';

await startApp();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
