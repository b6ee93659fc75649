/** The files of the project as texts, and what they import: for tests of how it is built. */
import { readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const src = join(dirname(fileURLToPath(import.meta.url)), '../..');

export interface Import {
  readonly specifier: string;
  /** The module inside src/ without its suffix, `engine/ir/types`; null for a package. */
  readonly module: string | null;
  readonly typeOnly: boolean;
}

export function isTest(path: string): boolean {
  return /\.(test|bench)\.tsx?$/.test(path) || /^(engine|app)\/testing\//.test(path);
}

export function importsOf(path: string, text: string): Import[] {
  const patterns = [
    /^\s*(?:import|export)\s+(?<type>type\s+(?!from\b))?[\w\s{},*$]*?\bfrom\s*(['"])(?<from>[^'"\n]+)\2/gm,
    /\bimport\s*(['"])(?<from>[^'"\n]+)\1/g,
    /\bimport\s*\(\s*(['"`])(?<from>[^'"`\n]+)\1/g,
    /\bnew\s+URL\(\s*(['"`])(?<from>\.[^'"`\n]+)\1\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => {
      const specifier = groups?.from ?? '';
      const module = specifier.startsWith('.') ? resolve(path, specifier) : null;
      return { specifier, module, typeOnly: groups?.type !== undefined };
    }),
  );
}

function resolve(from: string, specifier: string): string {
  const module = withoutSuffix(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')));
  return module === 'engine' || module === 'engine/' ? 'engine/index' : module;
}

export function withoutSuffix(path: string): string {
  return path.replace(/\.tsx?$/, '');
}

/** Blanks out comments and leaves strings, which may hold `//`, alone. */
export function withoutComments(text: string): string {
  const piece = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*.*?\*\//gs;
  return text.replace(piece, (_, string: string | undefined) => string ?? ' ');
}

/** Paths below src/, with forward slashes. */
export function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
