import { describe, expect, it } from 'vitest';
import { renderArticle } from './render-article.ts';

const bodyOf = (...blocks: string[]) => renderArticle(['# Title', 'Summary.', ...blocks].join('\n\n')).body;

describe('an article file', () => {
  it('given every kind of block, when it is read, then each becomes its HTML and nothing is lost', () => {
    const text =
      '# A <title> & more\n\nA "summary".\n\nOne.\n\n## Two\n\n### Three\n\n- a\n- b\n\n1. c\n2. d\n\n| e | f |\n| g | h |\n';
    expect(renderArticle(text)).toEqual({
      title: 'A <title> & more',
      summary: 'A "summary".',
      body: [
        '<p>One.</p>',
        '<h2>Two</h2>',
        '<h3>Three</h3>',
        '<ul><li>a</li><li>b</li></ul>',
        '<ol><li>c</li><li>d</li></ol>',
        '<table><thead><tr><th>e</th><th>f</th></tr></thead><tbody><tr><td>g</td><td>h</td></tr></tbody></table>',
      ].join('\n'),
    });
  });

  it('given other line endings and trailing spaces, when it is read, then the result is the same', () => {
    const text = '# Title\n\nSummary.\n\nOne.\n\n- a\n- b';
    expect(renderArticle(text.replaceAll('\n', '  \r\n'))).toEqual(renderArticle(text));
  });

  it.each([
    ['**a** and **b**', '<strong>a</strong> and <strong>b</strong>'],
    ['run `npm run verify`', 'run <code>npm run verify</code>'],
    ['[a](#/pages/b) [c](https://d.example)', '<a href="#/pages/b">a</a> <a href="https://d.example">c</a>'],
    ['<script>alert("1")</script> & more', '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more'],
    ['[a](https://b.example/"onclick="c)', '<a href="https://b.example/&quot;onclick=&quot;c">a</a>'],
    ['2 * 3 ** 4 and #5 and a|b', '2 * 3 ** 4 and #5 and a|b'],
  ])('given %j within a line, when it is read, then it is %j', (line, html) => {
    expect(bodyOf(line)).toBe(`<p>${html}</p>`);
    expect(bodyOf(`- ${line}`)).toBe(`<ul><li>${html}</li></ul>`);
  });
});

describe('a malformed file', () => {
  it.each([
    ['nothing', ''],
    ['no title', 'Title\n\nSummary.\n\nOne.'],
    ['an empty title', '#\n\nSummary.\n\nOne.'],
    ['a title of two lines', '# Title\nmore\n\nSummary.\n\nOne.'],
    ['a heading as summary', '# Title\n\n## Heading\n\nOne.'],
    ['a list as summary', '# Title\n\n- a\n\nOne.'],
    ['a summary of two lines', '# Title\n\nSummary\nmore.\n\nOne.'],
    ['no body', '# Title\n\nSummary.'],
    ['a paragraph of two lines', '# Title\n\nSummary.\n\nOne\ntwo.'],
    ['a list with something else in it', '# Title\n\nSummary.\n\n- a\nb'],
    ['a numbered list with something else in it', '# Title\n\nSummary.\n\n1. a\n- b'],
    ['a row that is too short', '# Title\n\nSummary.\n\n| a | b |\n| c |'],
  ])('given %s, when it is read, then it throws for the writer', (_what, text) => {
    expect(() => renderArticle(text)).toThrow();
  });
});
