import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf } from './folder';

test('the zip unpacks into one folder, texts unharmed', () => {
  const files = [
    { path: 'kernel.c', text: 'double f(double x) { return x; } /* é */\n' },
    { path: 'Makefile', text: 'check:\n\tcc -o driver driver.c\n' },
  ];
  const taken = { ok: true, diagnostics: [], name: 'f-adjoint', files };
  const back = Object.entries(unzipSync(zipOf(taken))).map(([path, bytes]) => [path, strFromU8(bytes)]);
  expect(back).toEqual(files.map(({ path, text }) => [`f-adjoint/${path}`, text]));
  expect(zipOf(taken)).toEqual(zipOf(taken));
});
