import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSocket } from './socket';

/** A Firefox without a window, driven by WebDriver BiDi [https://w3c.github.io/webdriver-bidi]. */
export interface Firefox {
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, once it is a text. */
  read(expression: string): Promise<string>;
  /** A click in the middle of what a selector finds first. */
  click(selector: string): Promise<void>;
  /** Keys, as if typed: `\uE009` is Control. */
  type(keys: string, held?: string): Promise<void>;
  /** Errors of the page, and what it wrote as such. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: { readonly level?: string; readonly text?: string | null };
}

/** No look at the network but for the page, and no pages of its own. */
const PREFERENCES = `
user_pref('app.update.enabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('browser.startup.page', 0);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', 'data:,');
user_pref('toolkit.telemetry.enabled', false);
`;

export async function startFirefox(path: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'backsweep-firefox-'));
  writeFileSync(join(profile, 'user.js'), PREFERENCES);
  const firefox = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => firefox.once('exit', () => resolve()));
  // A test that is given up closes nothing.
  const killed = () => firefox.kill('SIGKILL');
  process.once('exit', killed);
  const end = async () => {
    firefox.kill();
    await ended;
    process.off('exit', killed);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return await drive(await addressOf(firefox), end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Firefox says on which port it listens. */
function addressOf({ stderr }: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let said = '';
    stderr?.on('data', (bytes: Buffer) => {
      said += bytes;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(new URL('/session', found));
    });
    stderr?.once('end', () => reject(new Error(`Firefox ended: ${said}`)));
  });
}

async function drive(address: URL, end: () => Promise<void>): Promise<Firefox> {
  const troubles: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  const socket = await openSocket(address, (text) => {
    const message: Message = JSON.parse(text);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.params?.level === 'error') troubles.push(message.params.text ?? '');
  });
  const command = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, ({ type, result, message }) =>
        type === 'success' ? resolve(result as T) : reject(new Error(`${method}: ${message}`)),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  await command('session.new', { capabilities: {} });
  await command('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await command<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  const perform = (actions: object) => command<void>('input.performActions', { context, actions: [actions] });
  const evaluate = async (expression: string) => {
    const { result } = await command<{ result?: { value: string } }>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    });
    return result?.value ?? '';
  };
  const read = (found: string) =>
    evaluate(
      `new Promise((say) => { const look = () => { const found = ${found}; if (typeof found === 'string') say(found); else setTimeout(look, 30); }; look(); })`,
    );
  return {
    troubles,
    read,
    async click(selector) {
      const place = `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()`;
      const at = await read(`((box) => box?.width > 0 ? JSON.stringify(box) : null)(${place})`);
      const { x, y, width, height } = JSON.parse(at);
      const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      await perform({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...middle },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      });
    },
    goTo: (url) => command('browsingContext.navigate', { context, url, wait: 'complete' }),
    type(keys, held = '') {
      const pressed = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      const around = (type: string) => (held === '' ? [] : [{ type, value: held }]);
      const actions = [...around('keyDown'), ...pressed, ...around('keyUp')];
      return perform({ type: 'key', id: 'keys', actions });
    },
    async close() {
      socket.close();
      await end();
    },
  };
}
