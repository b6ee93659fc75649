// `npm start`: from a fresh clone to a running page. Options: --port 4000, --host (to be reached from other machines).
import { flagsOf } from './flags.mjs';
import { ensurePackages } from './packages.mjs';
import { root, run } from './processes.mjs';

const { values } = flagsOf({ options: { port: { type: 'string' }, host: { type: 'boolean' } } });

if (!(await ensurePackages())) {
  console.error('The packages could not be installed. Is the npm registry within reach?');
  process.exit(1);
}
if ((await run('npm', ['run', '--silent', 'build'])) !== 0) {
  console.error('The build failed; the reason stands above.');
  process.exit(1);
}

const { preview } = await import('vite');
const server = await preview({
  root,
  preview: { port: Number(values.port ?? 4173), ...(values.host ? { host: true } : {}) },
});
const { local = [], network = [] } = server.resolvedUrls ?? {};
console.log(`\nBacksweep is at ${[...local, ...network].join(' and ')}\nCtrl+C stops it.`);
