/**
 * Checks of data from outside: a link, a browser's storage. A check returns a fresh value with the fields that the schema
 * names and nothing else, or throws a `SchemaError` that names the place. Data that the schema does not know is refused.
 */
export type Check<T> = (value: unknown, path: string) => T;

export class SchemaError extends Error {}

/** The message about data that is complete but unknown here. */
export const misfit = (error: unknown): string =>
  error instanceof SchemaError
    ? `does not fit this version of Backsweep: ${error.message}`
    : 'is damaged: it is not well formed';

const refuse = (path: string, what: string): never => {
  throw new SchemaError(`${path === '' ? 'the whole' : `“${path}”`} ${what}`);
};

export const text =
  (most: number): Check<string> =>
  (value, path) => {
    if (typeof value !== 'string') return refuse(path, 'is not a text');
    return value.length > most ? refuse(path, `is longer than ${most} characters`) : value;
  };

export const count: Check<number> = (value, path) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse(path, 'is not a count');

export const oneOf =
  <T extends string | boolean>(...known: readonly T[]): Check<T> =>
  (value, path) =>
    known.includes(value as T) ? (value as T) : refuse(path, `is none of ${known.join(', ')}`);

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value, path) =>
    value === null ? null : check(value, path);

export const listOf =
  <T>(check: Check<T>, most: number): Check<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) return refuse(path, 'is not a list');
    if (value.length > most) return refuse(path, `has more than ${most} entries`);
    return value.map((each, i) => check(each, `${path}[${i}]`));
  };

/** Keys are names of variables: letters, digits, `_`, `.`, `$`, `%`. */
export const recordOf = <T>(check: Check<T>, most: number) =>
  keyed(check, most, /^[\p{L}\p{N}_.$%]{1,200}$/u, 'names no variable');
/** Keys are ids: letters, digits and hyphens. */
export const entriesOf = <T>(check: Check<T>, most: number) =>
  keyed(check, most, /^[\w-]{1,60}$/, 'is no id');

const keyed =
  <T>(check: Check<T>, most: number, keys: RegExp, what: string): Check<Readonly<Record<string, T>>> =>
  (value, path) => {
    const entries = Object.entries(plainObject(value, path));
    if (entries.length > most) return refuse(path, `has more than ${most} entries`);
    return Object.fromEntries(
      entries.map(([key, each]) => {
        if (!keys.test(key) || key === '__proto__') return refuse(path, `has a key that ${what}`);
        return [key, check(each, `${path}.${key}`)];
      }),
    );
  };

export const object =
  <T extends object>(checks: { readonly [K in keyof T]: Check<T[K]> }): Check<T> =>
  (value, path) => {
    const given = plainObject(value, path);
    for (const key of Object.keys(given)) {
      if (!Object.hasOwn(checks, key)) refuse(path, `has an entry “${key.slice(0, 40)}” that nobody knows`);
    }
    const entries = (Object.keys(checks) as (keyof T & string)[]).map((key) => {
      const inner = path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(given, key)) return refuse(inner, 'is missing');
      return [key, checks[key](given[key], inner)];
    });
    return Object.fromEntries(entries) as T;
  };

function plainObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(path, 'is not an object');
  return value as Record<string, unknown>;
}
