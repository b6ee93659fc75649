// The page of embeds is built apart, as one classic script and one style sheet: a frame whose origin is opaque is given no modules,
// and nothing that the page shares with it can make it larger.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../processes.mjs';

const MODULE = '<script type="module" src="./src/app/embed/main.ts"></script>';

/** @returns {import('vite').Plugin} */
export function embedPage() {
  return {
    name: 'embed-page',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          target: 'es2022',
          write: false,
          modulePreload: false,
          // Otherwise the script would bring the styles, which the page's policy forbids.
          cssCodeSplit: false,
          rolldownOptions: {
            input: 'src/app/embed/main.ts',
            output: { format: 'iife', codeSplitting: false },
          },
        },
      });
      const outputs = 'output' in built ? built.output : [];
      const [script] = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : []));
      const [style] = outputs.flatMap((each) =>
        each.type === 'asset' && each.fileName.endsWith('.css') ? [each.source] : [],
      );
      const html = readFileSync(join(root, 'embed.html'), 'utf8');
      if (script === undefined || style === undefined || !html.includes(MODULE))
        throw new Error('the page of embeds was not built');
      const name = (/** @type {string | Uint8Array} */ source, /** @type {string} */ ending) =>
        `assets/embed-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.${ending}`;
      const [scriptFile, styleFile] = [name(script, 'js'), name(style, 'css')];
      this.emitFile({ type: 'asset', fileName: scriptFile, source: script });
      this.emitFile({ type: 'asset', fileName: styleFile, source: style });
      const page = html
        .replace(`    ${MODULE}\n`, '')
        .replace(
          '  </head>',
          `    <link rel="stylesheet" href="./${styleFile}" />\n    <script defer src="./${scriptFile}"></script>\n  </head>`,
        );
      this.emitFile({ type: 'asset', fileName: 'embed.html', source: page });
    },
  };
}
