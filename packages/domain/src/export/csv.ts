/**
 * A cell: a figure or a name of ours is written as it is, a text that a user or another party chose is `{ text }`.
 */
export type Cell = string | number | null | { readonly text: string };

/** Starts a file, so that spreadsheets read it as UTF-8. */
export const CSV_START = '﻿';

/** Characters with which spreadsheets begin a formula. */
const BEGINS_FORMULA = /^[\s]*[=+\-@|%]|^[\t\r\n]/;

/**
 * Writes one line as RFC 4180 says. A foreign text that a spreadsheet would compute gets an apostrophe in front; figures
 * keep their minus, so that they stay figures.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(writeCell).join(',')}\r\n`;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return quote(String(cell));
  const { text } = cell;
  return quote(BEGINS_FORMULA.test(text) ? `'${text}` : text);
}

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
