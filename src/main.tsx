import './app/everyStyle';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startApp, store } from './app/app';
import { fetchFirst } from './app/views/registry';

fetchFirst(store.getState().arrangement);
await startApp();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
(await import('./app/keepFocus')).keepFocus();
