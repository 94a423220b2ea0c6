import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyLinkOf } from './body-link.ts';
import { type BodyNode, readBody, textOf } from './read-body.ts';

const tagsOf = (nodes: readonly BodyNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.tag, ...tagsOf(node.children)]));
const depthOf = (nodes: readonly BodyNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))));
const linksOf = (nodes: readonly BodyNode[]): unknown[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.link ? [node.link] : []), ...linksOf(node.children)],
  );

const escaped = (query: string) =>
  query.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

describe('a body', () => {
  it('given allowed tags, when parsed, then it is the same tree', () => {
    expect(readBody('<h2>A</h2><p>b <strong>c</strong><br />d</p>')).toEqual([
      { tag: 'h2', children: ['A'] },
      { tag: 'p', children: ['b ', { tag: 'strong', children: ['c'] }, { tag: 'br', children: [] }, 'd'] },
    ]);
  });

  it('given escapes, when parsed, then each is decoded exactly once', () => {
    expect(readBody('<p>&lt;b&gt; &amp;amp; &quot;&#39;&#x41;&unknown; &#0;&#xD800;</p>')).toEqual([
      { tag: 'p', children: ['<b> &amp; "\'A&unknown; &#0;&#xD800;'] },
    ]);
  });

  it('given line breaks between rows and items, when parsed, then no text nodes are created there', () => {
    const [table] = readBody('<table>\n<tbody>\n<tr>\n<td>a</td>\n</tr>\n</tbody>\n</table>');
    expect(table).toEqual({
      tag: 'table',
      children: [{ tag: 'tbody', children: [{ tag: 'tr', children: [{ tag: 'td', children: ['a'] }] }] }],
    });
  });

  it('law: given any text between allowed tags, then all of it is read, in order', () => {
    const tag = fc.constantFrom('p', 'li', 'strong', 'em', 'h2', 'td', 'code');
    const part = fc.tuple(tag, fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const html = parts.map(([name, query]) => `<${name}>${escaped(query)}</${name}>`).join('');
        expect(textOf(readBody(html))).toBe(parts.map(([, query]) => query).join(''));
      }),
    );
  });
});

describe('a hostile body', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '<p onclick="alert(1)" style="color:red" class="x" id="y">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<a href=" https://x.example">a</a>',
    '<a href="data:text/html,x">a</a>',
    '<a href="//x.example">a</a>',
    '<a href="https://us@x.example/">a</a>',
    '<a href="https:\\\\x.example">a</a>',
    '<a href="#/other">a</a>',
    '<iframe src="https://x.example"></iframe>',
    '<svg><a xlink:href="javascript:alert(1)">a</a></svg>',
    '<IMG SRC=x onerror=alert(1)>',
    '<a data-href="https://x.example">a</a>',
  ];

  it.each(HOSTILE)('given %s, when parsed, then no link and no unknown tag is left', (html) => {
    const nodes = readBody(html);
    expect(linksOf(nodes)).toEqual([]);
    expect(tagsOf(nodes).filter((tag) => !['p', 'a'].includes(tag))).toEqual([]);
    expect(JSON.stringify(nodes)).not.toMatch(/"(?:onclick|style|class|id|href)"/);
  });

  it('given tags that are never closed, closed twice or crossed, then the text stays', () => {
    expect(textOf(readBody('<p>a<strong>b<em>c</p>d</p></ul>e'))).toBe('abcde');
    expect(textOf(readBody('1 < 2 <p and <'))).toBe('1 < 2 <p and <');
  });

  it('given nested links, then only the outer one is kept', () => {
    const inner = '<a href="https://a.example">x<a href="https://b.example">y</a></a>';
    expect(linksOf(readBody(inner))).toEqual([{ kind: 'outside', url: 'https://a.example/' }]);
  });

  it('given a hundred thousand nested tags, then the tree is shallow, parsing is fast and the text stays', () => {
    const nodes = readBody(`${'<ul><li>'.repeat(50_000)}end`);
    expect(depthOf(nodes)).toBeLessThanOrEqual(12);
    expect(textOf(nodes)).toBe('end');
  });

  it.each(['<', '<a ', '<a href="', '<!--', '&#', '<a"<a\'', '</p>'])(
    'given a long sequence of %j, then parsing ends promptly',
    (sign) => {
      const before = process.threadCpuUsage(); // CPU time, so that other load on the machine does not count.
      readBody(sign.repeat(Math.ceil(300_000 / sign.length)));
      expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
    },
  );

  it('law: given any input, every tag is known and links lead only to https, mail or the app', () => {
    const scrap = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      'a',
      'p',
      ' href=',
      'javascript:',
      'https://x',
      '&lt;',
      '#/pages/x',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 60 }), (scraps) => {
        for (const link of linksOf(readBody(scraps.join('')))) expect(JSON.stringify(link)).not.toContain('javascript');
      }),
    );
  });
});

describe('the links of a body', () => {
  it.each([
    ['#/pages/fund/assets', { kind: 'page', to: '/pages/fund/assets' }],
    ['#/pages/common/article?id=5', { kind: 'page', to: '/pages/common/article?id=5' }],
    ['https://example.com/a?b=c', { kind: 'outside', url: 'https://example.com/a?b=c' }],
    ['mailto:help@example.com', { kind: 'mail', href: 'mailto:help@example.com' }],
  ])('given %s, then it resolves to that target', (href, link) => expect(bodyLinkOf(href)).toEqual(link));

  it.each([
    '',
    'http://example.com',
    'mailto:a@b.c?bcc=d@e.f',
    '/pages/fund/assets',
    '#/pages/../x',
    'HTTPS:example.com',
  ])('given %j, then it is not a link', (href) => expect(bodyLinkOf(href)).toBeUndefined());
});

describe('the articles shipped with the product', () => {
  const FOLDER = resolve(import.meta.dirname, '../../../../../server/content');
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));

  it('exist in all ten languages', () => expect(files.length % 10).toBe(0));

  it.each(files)('%s: every link in its text is valid', (path) => {
    const hrefs = [...readFileSync(resolve(FOLDER, path), 'utf8').matchAll(/\]\((\S+?)\)/g)].map(
      ([, href = '']) => href,
    );
    expect(hrefs.filter((href) => bodyLinkOf(href) === undefined)).toEqual([]);
  });
});
