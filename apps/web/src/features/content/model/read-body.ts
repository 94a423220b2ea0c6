import { type BodyLink, bodyLinkOf } from './body-link.ts';
import { readEntities } from './read-entities.ts';

/** What the server lets through (clean-body.ts). */
const TAGS = [
  ...(['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a', 'br'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;
export type BodyTag = (typeof TAGS)[number];

export type BodyElement = {
  readonly tag: BodyTag;
  /** Only of `a`, and only where it leads somewhere known. */
  readonly link?: BodyLink;
  readonly children: readonly BodyNode[];
};
export type BodyNode = string | BodyElement;

/** Deeper than any text needs; below it tags are dropped and their words kept, so that drawing it always ends. */
const DEPTH_MAX = 12;
/** Between these no words belong; what stands there is the writer's line breaks. */
const TEXTLESS: readonly string[] = ['table', 'thead', 'tbody', 'tr', 'ul', 'ol'];

/** A tag, a comment, words, or a sign that only looks like the beginning of a tag. Each is found in one pass. */
const TOKENS = /<(\/?)([a-z][a-z\d]*)([^<>]*)>|<[!?][^<>]*>|[^<]+|</gi;

type Open = { readonly tag: BodyTag | 'body'; readonly link?: BodyLink; readonly children: BodyNode[] };

/**
 * An article's HTML as a tree to draw. A browser's parser is not asked, because under Trusted Types nothing may be: unknown
 * tags and all attributes but a link's address vanish, the words stay.
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

/** Closes what is open inside it as well; one that is not open closes nothing. */
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

/** The words alone, as a search or a heading needs them. */
export const textOf = (nodes: readonly BodyNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
