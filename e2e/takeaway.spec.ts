import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { unzipSync } from 'fflate';
import { some } from '../src/engine/testing/draws';
import { code, open, replaceText, watch } from './page';
import { onOnePage as test } from './shared';

/* From a pasted kernel to a gradient that a compiler on this machine has checked. */
const FIXED = `      subroutine misfit(n, t, u, e)
      integer n, i
      real*8 t(n), u(n), e
      e = 0.d0
      do 10 i = 1, n
        e = e + (t(i) - u(i))**2
     &        * exp(-u(i))
 10   continue
      e = sqrt(e)
      end
`;
const FREE = `subroutine rate(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  y = dot_product(x, sin(x)) + x(1)**2
end subroutine rate
`;
const C = 'double area(double a, double b) {\n  a = a * b;\n  return sqrt(a) + b;\n}\n';

const KERNELS = [
  ['fixed-form Fortran', FIXED, 'misfit', 'adjoint.f'],
  ['free-form Fortran', FREE, 'rate', 'adjoint.f90'],
  ['C', C, 'area', 'adjoint.c'],
] as const;

// In the deep tier, all of them.
for (const [name, kernel, routine, file] of some(KERNELS, 1)) {
  test(`what is taken away in ${name} passes make check`, { tag: '@deep' }, async ({ page }) => {
    const missing = ['make', 'gcc', 'gfortran'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
    test.skip(missing.length > 0, `${missing.join(', ')} not installed`);
    const troubles = watch(page);
    await open(page);
    await replaceText(page, kernel);
    await expect(code(page)).toContainText(`${routine}_b`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Take it away' }).click();
    const zip = await download;
    expect(zip.suggestedFilename()).toBe(`${routine}-adjoint.zip`);
    const folder = mkdtempSync(join(tmpdir(), 'backsweep-'));
    try {
      const files = unzipSync(readFileSync(await zip.path()));
      expect(Object.keys(files)).toContain(`${routine}-adjoint/${file}`);
      for (const [path, bytes] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      const made = spawnSync('make', ['check'], {
        cwd: join(folder, `${routine}-adjoint`),
        encoding: 'utf8',
      });
      expect([made.stderr, made.status]).toEqual(['', 0]);
      expect(made.stdout).toMatch(/dot product: .*: passed/);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(troubles).toEqual([]);
  });
}
