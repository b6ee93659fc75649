import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeLink } from '../store/links/permalink';

const script = join(import.meta.dirname, '../../../public/backsweep.lua');
const lua = ['texlua', 'lua', 'lua5.4', 'lua5.3', 'luajit'].find(
  (name) => spawnSync(name, ['-v']).status === 0,
);

const KERNELS: readonly [file: string, language: string, source: string][] = [
  ['kernel.c', 'c', 'double f(double x) {\r\n\treturn x * x; // “∂é” \\ "quoted"\r\n}\r\n'],
  ['kernel.f90', 'fortran', 'subroutine f(x, y)\n  real(8) :: x, y\n  y = x * x\nend subroutine\n'],
  ['empty.F', 'fortran', ''],
];

test.skipIf(lua === undefined)('links that the script for LaTeX makes open as the kernel', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backsweep-'));
  try {
    for (const [name, language, source] of KERNELS) {
      const file = join(folder, name);
      writeFileSync(file, source);
      const { stdout } = spawnSync(lua ?? '', [script, 'https://example.org/a', file], { encoding: 'utf8' });
      expect(stdout).toMatch(/^https:\/\/example\.org\/a\/#v2\.j\.[\w-]+\.[0-9a-f]{8}\n$/);
      expect(await decodeLink(stdout.slice(stdout.indexOf('#')).trim())).toMatchObject({
        kind: 'shared',
        shared: { playground: { language, source: source.replaceAll('\r\n', '\n'), mode: 'adjoint' } },
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
