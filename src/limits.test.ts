import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { components } from './engine/base/components';
import { importsOf, isTest, sourceFiles, src, withoutComments } from './engine/testing/sources';

/*
 * How large a room may be: files, folders, circles of imports. What is over a limit is listed here, and what is listed is
 * over it, so that the lists only shrink. The limits of functions are Biome's, and no
 * file is exempt from them.
 */

const MOST_LINES = 400;
const MOST_FILES = 20;

/** With the reason why they are one file; null is still to be taken apart. */
const LONG: Readonly<Record<string, string | null>> = {
  'engine/frontend/fortran/parse/syntax.ts': 'The syntax tree is read on one page.',
  'engine/ir/types.ts': 'The whole representation is read on one page.',
};

const product = sourceFiles().filter((path) => !isTest(path));
const text = (path: string) => readFileSync(join(src, path), 'utf8');

test(`no file has over ${MOST_LINES} lines but those that are listed`, () => {
  const long = product.filter((path) => text(path).split('\n').length - 1 > MOST_LINES);
  expect(long).toEqual(Object.keys(LONG).sort());
});

test(`no folder has over ${MOST_FILES} files`, () => {
  const counts = new Map<string, number>();
  for (const path of product) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);
  expect(full).toEqual([]);
});

test('no files import each other in a circle, types included', () => {
  const known = new Set(product);
  const fileOf = (module: string) =>
    [`${module}.ts`, `${module}.tsx`, `${module}/index.ts`].find((path) => known.has(path));
  const imports = new Map(
    product.map((path) => [
      path,
      importsOf(path, withoutComments(text(path))).flatMap(({ module }) => (module && fileOf(module)) || []),
    ]),
  );
  const circles = components(product, (path) => imports.get(path) ?? []).filter(({ length }) => length > 1);
  expect(circles).toEqual([]);
});

test('what is listed is there', () => {
  for (const path of Object.keys(LONG)) expect(existsSync(join(src, path)), path).toBe(true);
});
