import { describe, expect, test } from 'vitest';
import { DiagnosticSink } from '../base/diagnostics';
import type { VariableId } from '../ir/types';
import {
  declaredShape,
  type ExternalSignature,
  findDirectives,
  placeDirective,
  worstShape,
} from './directives';

function found(text: string) {
  const sink = new DiagnosticSink();
  const directives = findDirectives(text, 100, sink);
  return { directives, said: sink.list.map((d) => `${d.code}: ${d.message}`) };
}

describe('directives in a comment', () => {
  test('are cut at commas outside of inner parentheses', () => {
    const { directives, said } = found(' backsweep: external(f, read(x, y), dependence(f: x y))');
    expect(directives).toEqual([
      {
        name: 'external',
        args: ['f', 'read(x, y)', 'dependence(f: x y)'],
        span: { start: 101, end: 155 },
      },
    ]);
    expect(said).toEqual([]);
  });

  test('several may stand in one comment', () => {
    const { directives } = found('backsweep: call( joint )\n * backsweep: form(fixed)');
    expect(directives.map((d) => [d.name, ...d.args])).toEqual([
      ['call', 'joint'],
      ['form', 'fixed'],
    ]);
  });

  test('may name nothing', () => {
    expect(found('backsweep: independents()').directives[0]?.args).toEqual([]);
  });

  test.each([
    ['backsweep: cal(joint)', 'unknown-directive: `cal` is no directive: it is ignored.'],
    ['backsweep: call', 'bad-directive: After `call` its arguments are expected in parentheses.'],
    ['backsweep: call(joint', 'bad-directive: After `call` its arguments are expected in parentheses.'],
    ['backsweep: call(joint, split)', 'bad-directive: `call` does not have the right number of arguments.'],
    ['backsweep: form(loose)', 'bad-directive: `form` takes fixed or free, not `loose`.'],
    [
      'backsweep: independents(x,)',
      'bad-directive: `independents` does not have the right number of arguments.',
    ],
  ])('%s is refused', (text, message) => {
    expect(found(text)).toEqual({ directives: [], said: [message] });
  });

  test('the word alone says nothing', () => {
    expect(found('we use backsweep here')).toEqual({ directives: [], said: [] });
  });
});

describe('shapes of external routines', () => {
  const signature: ExternalSignature = {
    name: 'f',
    parameters: [
      { name: 'n', mayBeWritten: false },
      { name: 'x', mayBeWritten: false },
      { name: 'y', mayBeWritten: true },
    ],
    globals: [
      { id: 7 as VariableId, names: ['t', 'blk.t'] },
      { id: 9 as VariableId, names: ['u', 'blk.u'] },
      { id: 11 as VariableId, names: ['u', 'mod.u'] },
    ],
    returns: true,
    language: 'c',
  };
  function shape(text: string) {
    const sink = new DiagnosticSink();
    const [directive] = findDirectives(text, 0, sink);
    const result = directive ? declaredShape(directive, signature, sink) : null;
    return { result, said: sink.list.map((d) => d.message) };
  }

  test('the worst is that everything may depend on everything, globals too', () => {
    expect(worstShape(signature)).toEqual({
      declared: false,
      globals: [7, 9, 11],
      read: [0, 1, 2, 3, 4, 5],
      written: [2, 3, 4, 5, -1],
      extents: [],
      dependence: 'all',
      adjoint: null,
      tangent: null,
    });
  });

  test('what is said holds, and what is not said follows from it', () => {
    const { result, said } = shape('backsweep: external(f, read(n, 2), written(f), adjoint(f_adjoint))');
    expect(said).toEqual([]);
    expect(result).toEqual({
      declared: true,
      globals: [7, 9, 11],
      read: [0, 1],
      written: [-1],
      extents: [],
      dependence: 'all',
      adjoint: 'f_adjoint',
      tangent: null,
    });
    expect(shape('backsweep: external(f, dependence(y: x, f: x y))').result?.dependence).toEqual([
      [2, 1],
      [-1, 1],
      [-1, 2],
    ]);
    expect(shape('backsweep: external(f, dependence())').result?.dependence).toEqual([]);
  });

  test('globals go by their names, and what is not named is left alone', () => {
    const { result, said } = shape(
      'backsweep: external(f, read(x, t), written(blk.u), dependence(f: x, mod.u: t))',
    );
    expect(said).toEqual([]);
    expect(result).toMatchObject({
      read: [1, 3],
      written: [4, -1],
      dependence: [
        [-1, 1],
        [5, 3],
      ],
    });
    expect(shape('backsweep: external(f, read(u))').said).toEqual([
      '`u` could be more than one thing for `f`.',
    ]);
  });

  test('parts of arrays tell how far a routine reaches, where no part is missing', () => {
    const { result, said } = shape(
      'backsweep: external(f, read(y(0:6), x, t[2:3]), written(y(1:8), t(4:9)), dependence(y(0:6): x y(0:2)))',
    );
    expect(said).toEqual([]);
    expect(result).toMatchObject({
      read: [2, 1, 3],
      extents: [
        [2, 9],
        [3, 10],
      ],
      dependence: [
        [2, 1],
        [2, 2],
      ],
    });
    expect(shape('backsweep: external(f, read(y), written(y(0:6)))').result?.extents).toEqual([]);
    expect(shape('backsweep: external(f, written(y(0:6)))').result?.extents).toEqual([]);
    expect(shape('backsweep: external(f, read(y(0:n)), written())')).toMatchObject({
      result: { read: [2], extents: [] },
      said: ['`y(0:n)` is taken for all of the array: a part is written with two numbers, such as `t(0:6)`.'],
    });
  });

  test('a name that is no parameter is told', () => {
    expect(shape('backsweep: external(f, read(z, 4), writen(y))').said).toEqual([
      '`z` is no parameter of `f`, and no global that it could see.',
      '`4` is no parameter of `f`, and no global that it could see.',
      '`writen(y)` is not understood: read(…), written(…), dependence(…), adjoint(…) and tangent(…) can stand here.',
    ]);
    expect(shape('backsweep: external(f, dependence(x))').said).toEqual([
      'A dependence is written `after: before …`, not `x`.',
    ]);
  });
});

test('a directive belongs to the routine around it or after it, and to the next call', () => {
  const routines = [
    { name: 'a', span: { start: 10, end: 50 }, calls: [{ id: 1, span: { start: 30, end: 35 } }] },
    { name: 'b', span: { start: 60, end: 90 }, calls: [] },
  ];
  const at = (name: string, start: number) =>
    placeDirective({ name, args: [], span: { start, end: start + 5 } }, routines);
  expect(at('independents', 0)).toEqual({ routine: 'a', site: null });
  expect(at('call', 20)).toEqual({ routine: 'a', site: 1 });
  expect(at('call', 40)).toEqual({ routine: 'a', site: null });
  expect(at('independents', 52)).toEqual({ routine: 'b', site: null });
  expect(at('form', 95)).toEqual({ routine: null, site: null });
});
