import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAULTS } from './engine/testing/mutants/faults';
import { placeOf } from './engine/testing/mutants/randomFaults';
import {
  type Import,
  importsOf,
  isTest,
  sourceFiles,
  src,
  withoutComments,
  withoutSuffix,
} from './engine/testing/sources';

/*
 * Those invariants of ARCHITECTURE.md that a program can check, by reading every import in src/.
 * `breaches` is the rule book: give it a file's path and text, get back what is wrong with it. It is tried on made-up
 * files first, since a rule that never bites looks just like a rule that is kept.
 */

/** What each layer of the engine may import, itself aside. A layer that is not in the table is an error. */
const layers: Record<string, readonly string[]> = {
  base: [],
  ir: ['base'],
  control: ['base', 'ir'],
  frontend: ['base', 'ir', 'control'],
  'frontend/lower': ['base', 'ir', 'control', 'frontend'],
  'frontend/blas': ['base'],
  'frontend/c': ['base', 'ir', 'control', 'frontend', 'frontend/blas', 'frontend/lower'],
  'frontend/fortran': ['base', 'ir', 'control', 'frontend', 'frontend/blas', 'frontend/lower', 'outlining'],
  dataflow: ['base', 'ir'],
  backend: ['base', 'ir', 'control'],
  elimination: ['base', 'ir'],
  analyses: ['base', 'ir', 'dataflow'],
  outlining: ['base', 'ir'],
  fixedpoints: ['base', 'ir', 'analyses', 'outlining'],
  checkpoints: ['base', 'ir', 'dataflow', 'analyses', 'outlining'],
  adjoint: ['base', 'ir', 'dataflow', 'analyses', 'elimination', 'fixedpoints'],
  tangent: ['base', 'ir', 'dataflow', 'analyses', 'fixedpoints'],
  execute: ['base', 'ir', 'dataflow', 'backend'],
  // A second witness: it shares no analysis and no back end with the rest, but the table of elementary functions.
  singlepass: ['base', 'ir'],
  certify: ['base', 'ir'],
  // It asks about results, and knows nothing of how they came about.
  questions: ['base'],
  explain: ['base', 'ir', 'dataflow', 'analyses', 'adjoint', 'tangent'],
};

/** Layers above the table: they see all of the engine. */
const above = ['pipeline', 'index', 'testing'];

/**
 * The data that crosses the engine's door, results out and options in, is declared in one place, beside the pipeline.
 * The layers that build or obey it may name its types, and nothing else that is up there.
 */
const resultTypes = 'engine/pipeline/results';
const optionTypes = 'engine/pipeline/options';
const optionTable = 'engine/pipeline/optionTable';
/** Dominators of any graph: where graphs are placed they say what nests, as in the engine. */
const dominators = 'engine/base/dominators';
const mayNameThem = ['singlepass', 'adjoint', 'tangent', 'explain', 'execute', 'questions'];

/** Packages that the engine may use outside of its tests. */
const enginePackages: readonly string[] = [];

// It stands here so that whoever moves a rule hears of it before anything else.
test('every planned fault has its one place in the engine', () => {
  const engine = sourceFiles().filter((path) => path.startsWith('engine/') && !isTest(path));
  const texts = new Map(engine.map((path) => [`src/${path}`, readFileSync(join(src, path), 'utf8')]));
  expect(FAULTS.filter((fault) => !placeOf(fault, texts)).map((fault) => fault.name)).toEqual([]);
});

describe('the rules of ARCHITECTURE.md hold', () => {
  const files = sourceFiles();

  test('for every file in src/', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((path) => breaches(path, readFileSync(join(src, path), 'utf8')))).toEqual([]);
  });

  test.each(['index.html', 'live.html'])('for the policy of %s', (name) => {
    const { policy, directives } = policyOf(name);
    expect(directives.get('default-src')).toBe("default-src 'self'");
    expect(directives.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy, 'no foreign host, and no code out of text').not.toMatch(/https?:|\*|'unsafe-eval'/);
  });

  test('for the policy of drawn embeds, which ask for nothing', () => {
    const { policy, directives } = policyOf('embed.html');
    expect(directives.get('default-src')).toBe("default-src 'none'");
    expect(directives.get('script-src')).toBe("script-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  });
});

function policyOf(name: string) {
  const html = readFileSync(join(src, '..', name), 'utf8');
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1] ?? '';
  const directives = new Map(policy.split(';').map((each) => [each.trim().split(/\s+/)[0], each.trim()]));
  return { policy, directives };
}

describe('the rules bite', () => {
  const refused: [why: string, path: string, text: string][] = [
    [
      'a lower layer imports a higher one',
      'engine/ir/print.ts',
      `import { solve } from '../dataflow/solve';`,
    ],
    ['so does a type', 'engine/base/span.ts', `import type { Stmt } from '../ir/types';`],
    ['so does a re-export', 'engine/base/all.ts', `export * from '../ir/types';`],
    ['so does a dynamic import', 'engine/analyses/tbr.ts', `const m = await import('../adjoint/rules');`],
    ['one front end knows the other', 'engine/frontend/c/lex.ts', `import { x } from '../fortran/lex';`],
    ['what front ends share knows one of them', 'engine/frontend/token.ts', `import { x } from './c/lex';`],
    ['a front end knows a back end', 'engine/frontend/c/lower.ts', `import { x } from '../../backend/c';`],
    ['a layer nobody has heard of', 'engine/utils/misc.ts', 'export const x = 1;'],
    ['a layer uses the door', 'engine/explain/why.ts', `import { differentiate } from '..';`],
    ['a result comes as a value', 'engine/explain/why.ts', `import { x } from '../pipeline/results';`],
    ['the engine uses the tests', 'engine/pipeline/compile.ts', `import { check } from '../testing/check';`],
    [
      'the engine uses the app',
      'engine/pipeline/compile.ts',
      `import type { S } from '../../app/store/state';`,
    ],
    ['the engine uses a package', 'engine/base/lex.ts', `import { zip } from 'fflate';`],
    ['the engine uses Node', 'engine/base/lex.ts', `import { readFileSync } from 'node:fs';`],
    ['the engine reaches into the page', 'engine/base/lex.ts', 'const w = window.innerWidth;'],
    [
      'a view calls the engine',
      'app/views/code/View.tsx',
      `import { differentiate } from '../../../engine';`,
    ],
    ['inline types keep the import', 'app/views/a.ts', `import { type Options } from '../../engine/index';`],
    [
      'a view takes an algorithm from the engine',
      'app/views/a.ts',
      `import { dominatorTree } from '../../engine/base/dominators';`,
    ],
    ['a view looks behind the door', 'app/views/a.ts', `import type { Stmt } from '../../engine/ir/types';`],
    [
      'the server goes round the door',
      'app/worker/server.ts',
      `import { x } from '../../engine/adjoint/rules';`,
    ],
    [
      'a view reads the default options past the state',
      'app/views/a.ts',
      `import { DEFAULT_OPTIONS } from '../../engine/pipeline/options';`,
    ],
    [
      'the table of options brings the engine with it',
      'engine/pipeline/options.ts',
      `import { check } from './combinations';`,
    ],
    ['the client calls the engine', 'app/worker/client.ts', `import { differentiate } from '../../engine';`],
    [
      'a component knows of adjoints',
      'app/ui/Table.tsx',
      `import type { Options } from '../../engine/index';`,
    ],
    ['a component reads the state', 'app/ui/Table.tsx', `import { useStore } from '../store/state';`],
    ['the state needs React', 'app/store/state.ts', `import { useMemo } from 'react';`],
    ['the state knows a view', 'app/store/state.ts', `import { views } from '../views/registry';`],
    ['text becomes code', 'app/views/run/View.tsx', `const f = new Function('x', text);`],
    ['text becomes markup', 'app/views/run/View.tsx', 'label.innerHTML = text;'],
  ];
  test.each(refused)('%s: %s', (_, path, text) => {
    expect(breaches(path, text)).toHaveLength(1);
  });

  const accepted: [why: string, path: string, text: string][] = [
    ['a layer on a lower one', 'engine/adjoint/rules.ts', `import { tbr } from '../analyses/tbr';`],
    ['a layer within itself', 'engine/frontend/c/parse.ts', `import { lex } from './lex.ts';`],
    ['a front end on what both share', 'engine/frontend/c/lex.ts', `import type { Token } from '../token';`],
    [
      'a result type where it is built',
      'engine/explain/why.ts',
      `import type { E } from '../pipeline/results';`,
    ],
    [
      'an option type where it is obeyed',
      'engine/adjoint/go.ts',
      `import type { O } from '../pipeline/options';`,
    ],
    ['the pipeline on anything', 'engine/pipeline/compile.ts', `import { c } from '../backend/c/print';`],
    [
      'a test on anything',
      'engine/ir/print.test.ts',
      `import fc from 'fast-check'; import '../pipeline/compile';`,
    ],
    ['a test helper on Node', 'engine/testing/check.ts', `import { readFileSync } from 'node:fs';`],
    [
      'an import in a comment',
      'engine/base/lex.ts',
      `// import { x } from '../adjoint/rules'; window.alert()`,
    ],
    ['a view on types', 'app/views/a.ts', `import type { Options } from '../../engine/pipeline/results';`],
    ['the server on the door', 'app/worker/server.ts', `import { differentiate } from '../../engine/index';`],
    [
      'the state on the default options',
      'app/store/document/playground.ts',
      `import { DEFAULT_OPTIONS } from '../../engine/pipeline/options';`,
    ],
    [
      'what places graphs on dominators',
      'app/layout/columns.ts',
      `import { dominatorTree } from '../../engine/base/dominators';`,
    ],
    ['the state without React', 'app/store/state.ts', `import { createStore } from 'zustand/vanilla';`],
  ];
  test.each(accepted)('but allow %s: %s', (_, path, text) => {
    expect(breaches(path, text)).toEqual([]);
  });
});

function breaches(path: string, source: string): string[] {
  if (isTest(path)) return [];
  const text = withoutComments(source);
  const found: string[] = [];
  const complain = (what: string) => found.push(`${path}: ${what}`);
  const imports = importsOf(path, text);

  if (/\beval\(|\bnew Function\(/.test(text)) complain('turns text into code');
  if (/\.innerHTML\b|\bdangerouslySetInnerHTML\b/.test(text)) complain('turns text into markup');

  for (const { module } of imports) {
    const isAside = path === `${optionTable}.ts` || (path === `${optionTypes}.ts` && module !== optionTable);
    if (isAside) complain('the table of options, which the page has before the engine, must need nothing');
  }

  if (path.startsWith('engine/')) {
    const layer = layerOf(path);
    if (!(layer in layers) && !above.includes(layer)) complain(`is in no layer of the engine`);
    if (/\b(window|document|localStorage)\./.test(text)) complain('reaches into the page');
    for (const each of imports) {
      if (each.module === null) {
        if (!enginePackages.includes(each.specifier)) complain(`the engine must not use ${each.specifier}`);
      } else if (!each.module.startsWith('engine/')) {
        complain(`the engine must not know ${each.module}`);
      } else if (!mayImport(layer, each)) {
        complain(`${layer} must not import ${each.module}`);
      }
    }
    return found;
  }

  for (const { module, specifier, typeOnly } of imports) {
    const inApp = module?.startsWith('app/') ? module.split('/')[1] : undefined;
    if (path.startsWith('app/ui/')) {
      if (module?.startsWith('engine/') || (inApp !== undefined && inApp !== 'ui')) {
        complain(`a component must not know ${module}`);
      }
    } else if (module?.startsWith('engine/')) {
      const door = module === 'engine/index';
      // The state reads the table of options, a constant without any engine behind it.
      const table = module === optionTypes && path.startsWith('app/store/');
      const shape = module === dominators && path.startsWith('app/layout/');
      const allowed = typeOnly ? door || module === resultTypes : (door && isServer(path)) || table || shape;
      if (!allowed)
        complain(`${typeOnly ? '' : 'the value import of '}${module} does not go through the door`);
    }
    if (path.startsWith('app/store/')) {
      if (/^react(-dom)?(\/|$)/.test(specifier)) complain('the state must be readable without React');
      if (inApp === 'views' || inApp === 'ui') complain(`the state must not know ${module}`);
    }
  }
  return found;
}

function mayImport(layer: string, { module, typeOnly }: Import): boolean {
  const target = layerOf(module ?? '');
  if (target === layer || layer === 'testing') return true;
  if (target === 'testing') return false;
  if (layer === 'pipeline' || layer === 'index') return target !== 'index';
  if (typeOnly && (module === resultTypes || module === optionTypes)) return mayNameThem.includes(layer);
  return layers[layer]?.includes(target) ?? false;
}

/** `engine/ir/types.ts` → `ir`; a front end counts as a layer of its own. */
function layerOf(path: string): string {
  const [, layer = '', inner = '', ...rest] = withoutSuffix(path).split('/');
  return layer === 'frontend' && (rest.length > 0 || `frontend/${inner}` in layers)
    ? `frontend/${inner}`
    : layer;
}

function isServer(path: string): boolean {
  return /^app\/worker\/[^/]*server[^/]*\.ts$/i.test(path);
}
