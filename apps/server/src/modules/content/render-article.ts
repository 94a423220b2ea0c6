import { assert } from '@app/base';

/** Text of an article as stored and served: title and summary plain, the body HTML. */
export type ArticleTexts = { readonly title: string; readonly summary: string; readonly body: string };

/**
 * Parses an article file: `# title`, one paragraph of summary, then blocks separated by an empty line. A small subset
 * of Markdown and no HTML, so that ten languages have the same structure and writers need no special knowledge.
 */
export function renderArticle(text: string): ArticleTexts {
  const [title = '', summary = '', ...blocks] = text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.trim());
  assert(/^# .+$/.test(title) && blocks.length > 0, 'an article is a title, a summary and a body');
  assert(/^[^#|\-\n][^\n]*$/.test(summary), `not a summary of one line: ${summary}`);
  return { title: title.slice(2).trim(), summary, body: blocks.map(renderBlock).join('\n') };
}

function renderBlock(block: string): string {
  const lines = block.split('\n').map((line) => line.trim());
  const [first = ''] = lines;
  if (first.startsWith('- ')) return renderList('ul', lines, /^- /);
  if (/^\d+\. /.test(first)) return renderList('ol', lines, /^\d+\. /);
  if (first.startsWith('|')) return renderTable(lines);
  // Line breaks inside a paragraph are forbidden, because they mean a space in some scripts and nothing in others.
  assert(lines.length === 1, `one line for each paragraph and heading: ${first}`);
  const heading = /^(#{2,3}) (.+)$/.exec(first);
  if (heading === null) return `<p>${renderLine(first)}</p>`;
  const tag = `h${heading[1]?.length}`;
  return `<${tag}>${renderLine(heading[2] ?? '')}</${tag}>`;
}

function renderList(tag: 'ul' | 'ol', lines: readonly string[], mark: RegExp): string {
  for (const line of lines) assert(mark.test(line), `not an item of its list: ${line}`);
  return `<${tag}>${lines.map((line) => `<li>${renderLine(line.replace(mark, ''))}</li>`).join('')}</${tag}>`;
}

/** Renders a table whose first row is the heading. */
function renderTable(rows: readonly string[]): string {
  const [head = [], ...body] = rows.map((row) => row.replace(/^\||\|$/g, '').split('|'));
  const rowOf = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${renderLine(cell.trim())}</${tag}>`).join('')}</tr>`;
  for (const row of body) assert(row.length === head.length, `a row of another length: ${row.join('|')}`);
  return `<table><thead>${rowOf('th', head)}</thead><tbody>${body.map((row) => rowOf('td', row)).join('')}</tbody></table>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const renderLine = (line: string): string =>
  line
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/`(.+?)`/g, '<code>$1</code>')
    .replace(/\[(.+?)\]\((\S+?)\)/g, '<a href="$2">$1</a>');
