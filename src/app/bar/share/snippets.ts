/**
 * The texts to paste elsewhere for an embed, by what each system permits. public/embedding.html explains the same to people;
 * e2e/embeds.spec.ts tests each text against that system's published rules.
 */
export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** Where to paste it, and what the system does with it. */
  readonly how: string;
  readonly text: string;
}

export interface Shown {
  /** The folder of this site, with a slash at its end. */
  readonly site: string;
  /** The embed, from its `#`. */
  readonly embed: string;
  /** The program, from its `#`. */
  readonly program: string;
  readonly title: string;
  readonly height: number;
}

export function snippetsOf({ site, embed, program, title, height }: Shown): readonly Snippet[] {
  const address = `${site}embed.html${embed}`;
  const page = `${site}${program}`;
  const name = title.trim() === '' ? 'A kernel and its adjoint' : title.replace(/\s+/g, ' ').trim();
  const frame = (more = '') =>
    `<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" height="${height}"${more}></iframe>`;
  return [
    {
      id: 'html',
      title: 'HTML',
      how: 'A frame that may run its own site’s scripts and open the page in a tab, and no more.',
      text: frame(
        ' loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups" style="border: 1px solid #ccc; border-radius: 6px"',
      ),
    },
    {
      id: 'element',
      title: 'HTML, one element',
      how: 'The same frame, which takes the height of its content and hands on the answers as events.',
      text: [
        `<script type="module" src="${escaped(`${site}backsweep-view.js`)}"></script>`,
        `<backsweep-view view="${escaped(embed)}" label="${escaped(name)}" height="${height}"></backsweep-view>`,
      ].join('\n'),
    },
    {
      id: 'markdown',
      title: 'Markdown',
      how: 'Most hosts of Markdown take frames away, so this is a link to the page.',
      text: `[${name.replace(/[\\[\]`*_<>]/g, '\\$&')}](${page})`,
    },
    {
      id: 'reveal',
      title: 'reveal.js',
      how: 'A slide; the frame is loaded when the slide comes near.',
      text: `<section>\n  ${frame(' data-preload').replace('<iframe src=', '<iframe data-src=')}\n</section>`,
    },
    {
      id: 'quarto',
      title: 'Quarto',
      how: 'A frame in HTML and slides, a link in print.',
      text: [
        '::: {.content-visible when-format="html"}',
        '```{=html}',
        frame(' loading="lazy"'),
        '```',
        ':::',
        '',
        '::: {.content-visible unless-format="html"}',
        `[${name.replace(/[\\[\]`*_<>]/g, '\\$&')}](${page})`,
        ':::',
      ].join('\n'),
    },
    {
      id: 'myst',
      title: 'MyST',
      how: 'The directive of MyST Markdown and Jupyter Book.',
      text: `:::{iframe} ${address}\n:width: 100%\n${name.replace(/[\\[\]`*_<>{}]/g, '\\$&')}\n:::`,
    },
    {
      id: 'jupyter',
      title: 'Jupyter',
      how: 'A cell of a notebook.',
      text: `from IPython.display import IFrame\nIFrame(${JSON.stringify(address)}, width="100%", height=${height})`,
    },
    {
      id: 'moodle',
      title: 'Moodle',
      how: 'Into the source view of the editor; it needs no script of its own. The link stays where a site takes frames away.',
      text: `<p>${frame()}</p>\n<p><a href="${escaped(page)}" target="_blank">${escaped(name)}</a></p>`,
    },
    {
      id: 'latex',
      title: 'LaTeX',
      how: 'With hyperref, this very page. To make links from listings while you typeset, see backsweep.sty on the page about embedding.',
      text: `\\href{${page.replace(/[#%&_]/g, '\\$&')}}{${tex(name)}}`,
    },
  ];
}

/** Escapes text for an attribute in double quotes, or for content. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const tex = (text: string): string =>
  text.replace(/[\\~^{}$&#_%]/g, (character) => TEX[character] ?? `\\${character}`);
