import './app/everyStyle';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startApp } from './app/app';

await startApp();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
