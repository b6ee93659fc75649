import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Host } from './rules';

/** What the system makes of a snippet, before it takes away what it does not let through. */
export function asHtml(id: string, text: string): string {
  const linked = (markdown: string) =>
    markdown.replace(
      /\[((?:\\.|[^\]\\])*)\]\(([^)]*)\)/g,
      (_, title: string, href: string) => `<p><a href="${href}">${title}</a></p>`,
    );
  switch (id) {
    case 'markdown':
      return linked(text);
    case 'quarto':
      return /```\{=html\}\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
    case 'reveal':
      // As reveal.js does when the slide comes near.
      return text.replace('data-src=', 'src=');
    case 'myst': {
      const [, src = '', caption = ''] = /^:::\{iframe\} (\S+)\n:width: 100%\n(.*)\n:::$/.exec(text) ?? [];
      return `<figure><iframe src="${src}" width="100%" height="400"></iframe><figcaption>${caption}</figcaption></figure>`;
    }
    case 'jupyter': {
      const [, src = '', height = ''] = /IFrame\("([^"]*)", width="100%", height=(\d+)\)$/.exec(text) ?? [];
      return `<iframe width="100%" height="${height}" src="${src}" frameborder="0" allowfullscreen></iframe>`;
    }
    default:
      return text;
  }
}

/** Elements and attributes that the system does not know are gone; of an element that is taken away its text stays. */
export function letThrough(html: string, { kept, scripts }: Host): string {
  const withoutScripts = scripts ? html : html.replace(/<script\b[\s\S]*?<\/script>/gi, '');
  if (kept === null) return withoutScripts;
  return withoutScripts.replace(
    /<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/gi,
    (_, end: string, name: string, given: string) => {
      const known = kept[name.toLowerCase()];
      if (known === undefined) return '';
      const attributes = [...given.matchAll(/\s+([\w-]+)(?:="[^"]*")?/g)].filter(([, attribute = '']) =>
        known.includes(attribute),
      );
      return `<${end}${name}${attributes.map(([whole]) => whole).join('')}>`;
    },
  );
}

/** A site of another origin, with a page for each path that is put on it. */
export async function otherSite() {
  const pages = new Map<string, { html: string; policy: string | null }>();
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '/');
    if (found === undefined) {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (found.policy !== null) response.setHeader('Content-Security-Policy', found.policy);
    response.end(`<!doctype html><html lang="en"><title>A host</title><body>${found.html}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    put(path: string, html: string, policy: string | null = null): string {
      pages.set(path, { html, policy });
      return address + path;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
