import { expect, test } from 'vitest';
import { EXAMPLES } from '../../examples';
import { differentiate, execute } from '../index';

/*
 * What is said against a wrong derivative: differences know nothing of the adjoint, so they must come out as they do where
 * the adjoint is right, however near to them the wrong one happens to be.
 */

const KERNELS = [
  'heat.c',
  'tbr-table.f90',
  'tapenade-while.f90',
  'discrepancy.c',
  'discrepancy.f90',
  'spg-loop.c',
];

test.each(EXAMPLES.filter(({ id }) => KERNELS.includes(id)).map((example) => [example.id, example] as const))(
  'differences beside a wrong gradient of %s are those beside the right one',
  (_, { language, source }) => {
    // The example starts on a kink, where differences say nothing.
    const inputs = source.includes('chase') ? { n: 6, t: '0.3*i', u: '0.1*i', limit: 1.25 } : undefined;
    const request = { language, source, ...(inputs ? { inputs } : {}) } as const;
    const right = execute(request);
    expect(right.check.verdict).toBe('passed');
    let wrong = 0;
    for (const { key, id } of differentiate(request).recordings) {
      const { check } = execute({ ...request, tamper: { without: [key] } });
      if (check.verdict !== 'failed' || !check.finiteDifference || check.finiteDifference.passed) continue;
      const { components, worst } = check.finiteDifference;
      for (const { name, index, element, difference, passed } of components) {
        if (passed) continue;
        wrong++;
        const truth = right.derivatives[name]?.[index] ?? Number.NaN;
        expect(Math.abs(difference - truth), `${id}: ${element} is ${truth}`).toBeLessThan(
          1e-6 * Math.max(1, Math.abs(truth)),
        );
      }
      const quoted = components.find((each) => each.name === worst?.name && each.index === worst?.index);
      expect(check.sentence).toContain(
        `central differences say ${Number(quoted?.difference.toPrecision(6))}.`,
      );
    }
    expect(wrong).toBeGreaterThan(0);
  },
);
