import { type BodyLink, bodyLinkOf } from './body-link.ts';

/** Tags the server lets through (clean-body.ts). */
const TAGS = [
  ...(['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a', 'br'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;
export type BodyTag = (typeof TAGS)[number];

export type BodyElement = {
  readonly tag: BodyTag;
  /** Only on `a`, and only if the target is valid. */
  readonly link?: BodyLink;
  readonly children: readonly BodyNode[];
};
export type BodyNode = string | BodyElement;

/** Deeper than any text needs; below it tags are dropped and their text kept, so that rendering always terminates. */
const DEPTH_MAX = 12;
/** Tags without text of their own; text directly inside them is only line breaks in the source. */
const TEXTLESS: readonly string[] = ['table', 'thead', 'tbody', 'tr', 'ul', 'ol'];

/** Matches a tag, a comment, text, or a lone `<`. Runs in one pass. */
const TOKENS = /<(\/?)([a-z][a-z\d]*)([^<>]*)>|<[!?][^<>]*>|[^<]+|</gi;

type Open = { readonly tag: BodyTag | 'body'; readonly link?: BodyLink; readonly children: BodyNode[] };

/**
 * Parses an article's HTML into a tree to render. The browser's parser is not used, because Trusted Types forbid it:
 * unknown tags and all attributes except a link's address are dropped, the text stays.
 */
export function readBody(html: string): readonly BodyNode[] {
  const body: Open = { tag: 'body', children: [] };
  const open: Open[] = [body];
  for (const [token, slash, name = '', attributes = ''] of html.matchAll(TOKENS)) {
    const tag = TAGS.find((known) => known === name.toLowerCase());
    if (name === '') addText(top(open, body), token);
    else if (tag === undefined) continue;
    else if (slash === '/') close(open, tag);
    else begin(open, tag, attributes);
  }
  return body.children;
}

const top = (open: readonly Open[], body: Open) => open.at(-1) ?? body;

function addText({ tag, children }: Open, token: string): void {
  if (/^<[!?]/.test(token)) return; // A comment.
  if (TEXTLESS.includes(tag) && token.trim() === '') return;
  const before = children.at(-1);
  const query = readEntities(token);
  if (typeof before === 'string') children[children.length - 1] = before + query;
  else children.push(query);
}

/** Closes the tag and everything open inside it; ignores a closing tag without an opening one. */
function close(open: Open[], tag: BodyTag): void {
  const at = open.findLastIndex((it) => it.tag === tag);
  if (at > 0) open.length = at;
}

function begin(open: Open[], tag: BodyTag, attributes: string): void {
  const isInLink = tag === 'a' && open.some((it) => it.tag === 'a');
  if (open.length > DEPTH_MAX || isInLink) return;
  const link = tag === 'a' ? bodyLinkOf(readEntities(hrefIn(attributes))) : undefined;
  const element: Open & BodyElement = { tag, ...(link && { link }), children: [] };
  open.at(-1)?.children.push(element);
  if (tag !== 'br') open.push(element);
}

const hrefIn = (attributes: string) =>
  /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.slice(1).find(Boolean) ?? '';

/** Returns the text only, for search and headings. */
export const textOf = (nodes: readonly BodyNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

const CODE_MAX = 0x10ffff;
/** Rejects surrogate halves and out-of-range codes, which are not characters. */
const isSign = (code: number) => code > 0 && code <= CODE_MAX && !(code >= 0xd800 && code <= 0xdfff);

/** Decodes HTML escapes. Unknown ones stay as written. */
const readEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return isSign(code) ? String.fromCodePoint(code) : whole;
  });
