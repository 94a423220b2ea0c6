import { drawSteps, statementSteps } from '@app/domain/export';
import type { ResultProduct } from '@app/domain/ledger';
import { shownPlaces } from '@app/domain/wallet';
import { LANGUAGES } from '@app/i18n';
import { type StatementTextKey, statementText } from '@app/i18n/server';
import { type Decimal, directionOf, showAmount, showPrice } from '@app/money';
import type { Output } from '@app/protocol';
import type { readStatement } from '@app/protocol/statement';
import { nameFile, readMonth } from './csv-files.ts';
import type { ExportKind, ExportRequest, ExportWork } from './export-kind.ts';
import type { KindDeps } from './kinds.ts';
import { fontsFor, hasFontsFor } from './pdf-fonts.ts';
import { CONTENT, createSheet, GREY, INK, PAGE, PALE, type Sheet } from './pdf-sheet.ts';

type Statement = Output<typeof readStatement>;
type Say = (key: StatementTextKey, params?: Readonly<Record<string, string | number>>) => string;

const UP = '#12805c';
const DOWN = '#b3384a';
const BRAND = '#3d5bd9';
const AMBER = '#9a6200';
const VALUE_PLACES = 2;

/** Creates the statement of a month to read and to print, in the user's language and script. */
export function createStatementPdf(deps: KindDeps): ExportKind {
  const { pdfFonts } = deps;
  return {
    name: 'statement.pdf',
    contentType: 'application/pdf',
    filename: nameFile('statement', '.pdf'),
    refuses: async ({ language }) => (hasFontsFor(language, pdfFonts) ? undefined : 'export_font_missing'),
    make: (work) => makePdf(deps, work),
  };
}

async function* makePdf(deps: KindDeps, work: ExportWork): AsyncGenerator<Buffer> {
  const { language } = work;
  const statement = await readMonth(deps, work);
  yield* drawStatement(statement, work, {
    regular: fontsFor(language, deps.pdfFonts, 'regular'),
    bold: fontsFor(language, deps.pdfFonts, 'bold'),
  });
}

type Fonts = Parameters<typeof createSheet>[0];

/** Draws a statement. The bytes arrive when its last page is known. */
export async function* drawStatement(
  statement: Statement,
  request: ExportRequest,
  fonts: Fonts,
): AsyncGenerator<Buffer> {
  const locale = LANGUAGES[request.language];
  const say: Say = (key, params) => statementText(request.language, key, params);
  const dates = createDates(locale, statement);
  const sheet = createSheet(fonts, locale, `${say('title')} ${dates.month}`);
  drawHead(sheet, say, { statement, request, dates });
  drawStaircase(sheet, say, statement);
  drawSections(sheet, say, { statement, dates });
  sheet.onEveryPage((page, pages) => {
    const y = PAGE.height - PAGE.foot / 2;
    sheet.write(`Tidemark · ${say('title')} ${dates.month}`, PAGE.margin, y, { size: 8, color: GREY });
    const number = say('doc.page', { page, pages });
    sheet.write(number, PAGE.width - PAGE.margin, y, { size: 8, color: GREY, align: 'right' });
    if (request.mode === 'demo')
      sheet.write(say('doc.demo'), PAGE.width / 2, y, { size: 8, color: AMBER, weight: 'bold', align: 'center' });
  });
  sheet.document.end();
  for await (const part of sheet.document) yield part as Buffer; // A document without an encoding gives bytes.
}

/** Dates in UTC and the Gregorian calendar, whatever the language's own is. */
function createDates(locale: string, { from, to, ended }: Statement) {
  const tag = `${locale}-u-ca-gregory-nu-latn`;
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
  const day = format({ day: 'numeric', month: 'long' });
  const moment = format({ dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
  return {
    month: format({ month: 'long', year: 'numeric' }).format(from),
    opening: day.format(from),
    /** The last day, not the moment after it. */
    closing: day.format(ended ? to - 1 : to),
    moment: (atMs: number) => moment.format(atMs),
  };
}
type Dates = ReturnType<typeof createDates>;

type Head = { readonly statement: Statement; readonly request: ExportRequest; readonly dates: Dates };

function drawHead(sheet: Sheet, say: Say, { statement, request, dates }: Head): void {
  const right = PAGE.width - PAGE.margin;
  sheet.write('Tidemark', PAGE.margin, sheet.y + 14, { size: 14, weight: 'bold', color: BRAND });
  const created = say('doc.created', { time: dates.moment(Date.now()) });
  sheet.write(created, right, sheet.y + 14, { size: 8, color: GREY, align: 'right' });
  sheet.skip(46);
  if (request.mode === 'demo') {
    sheet.document
      .rect(PAGE.margin, sheet.y - 16, CONTENT, 18)
      .fillColor('#fdf1d7')
      .fill();
    sheet.write(say('doc.demo'), PAGE.width / 2, sheet.y - 4, {
      size: 9,
      weight: 'bold',
      color: AMBER,
      align: 'center',
    });
    sheet.skip(22);
  }
  sheet.write(`${say('title')}, ${dates.month}`, PAGE.margin, sheet.y + 10, { size: 22, weight: 'bold' });
  sheet.skip(28);
  sheet.write(`${say('doc.holder')}: ${request.holder}`, PAGE.margin, sheet.y + 4, { color: GREY });
  sheet.write(say('utc'), right, sheet.y + 4, { color: GREY, align: 'right' });
  sheet.skip(16);
  if (!statement.ended) {
    sheet.write(say('doc.until', { time: dates.moment(statement.to) }), PAGE.margin, sheet.y + 4, { color: AMBER });
    sheet.skip(16);
  }
  if (statement.simulated) {
    sheet.write(say('simulated'), PAGE.margin, sheet.y + 4, { color: AMBER });
    sheet.skip(16);
  }
  sheet.skip(16);
}

const CHART = { height: 130, base: 46, gap: 16 } as const;

function drawStaircase(sheet: Sheet, say: Say, statement: Statement): void {
  const steps = drawSteps(statementSteps(statement), CHART.height - 20, CHART.base);
  const width = (CONTENT - CHART.gap * (steps.length - 1)) / steps.length;
  const ground = sheet.y + CHART.height;
  const { document } = sheet;
  for (const [index, { name, value, low, high, end }] of steps.entries()) {
    const x = PAGE.margin + index * (width + CHART.gap);
    const isTotal = name === 'opening' || name === 'closing';
    const color = isTotal ? (name === 'closing' ? BRAND : GREY) : value < 0n ? DOWN : UP;
    document
      .rect(x, ground - high, width, Math.max(high - low, 1))
      .fillColor(isTotal ? PALE : color)
      .fill();
    if (isTotal)
      document
        .rect(x, ground - high, width, 2)
        .fillColor(color)
        .fill();
    if (index < steps.length - 1)
      document
        .moveTo(x + width, ground - end)
        .lineTo(x + width + CHART.gap, ground - end)
        .lineWidth(0.5)
        .strokeColor(GREY)
        .stroke();
    const label = isTotal ? showAmount(value, VALUE_PLACES) : signed(value);
    sheet.write(label, x + width / 2, ground - high - 5, { size: 8.5, weight: 'bold', align: 'center' });
    sheet.write(say(`step.${name}`), x + width / 2, ground + 14, { size: 9, color: GREY, align: 'center' });
  }
  sheet.skip(CHART.height + 34);
}

const signed = (value: Decimal) =>
  `${directionOf(value, VALUE_PLACES) === 'up' ? '+' : ''}${showAmount(value, VALUE_PLACES)}`;

type Line = { readonly label: string; readonly cells: readonly string[]; readonly isTotal?: boolean };

function drawSections(sheet: Sheet, say: Say, { statement, dates }: { statement: Statement; dates: Dates }): void {
  const { flows, results, fees, held, coins, ended } = statement;
  const closing = ended ? say('closing.day', { day: dates.closing }) : say('closing.now');
  const labels: Readonly<Record<string, string>> = { opening: say('opening.day', { day: dates.opening }), closing };
  const steps = statementSteps(statement).map(({ name, value }) => ({
    label: labels[name] ?? say(`step.${name}`),
    cells: [name === 'opening' || name === 'closing' ? money(value) : signed(value)],
    isTotal: name === 'closing',
  }));
  drawTable(sheet, { title: `${sentence(dates.month)} (USDT)`, lines: steps });
  const none = [{ label: say('doc.none'), cells: [] }];
  const orNone = (lines: readonly Line[]) => (lines.length === 0 ? none : lines);
  const productName = (product: ResultProduct) => sentence(say(`product.${product}`));
  drawSideBySide(sheet, [
    {
      title: say('doc.flows'),
      lines: orNone(flows.map(({ kind, value }) => ({ label: sentence(flowName(say, kind)), cells: [signed(value)] }))),
    },
    {
      title: say('doc.results'),
      lines: [
        ...results.map(({ product, value }) => ({ label: productName(product), cells: [signed(value)] })),
        { label: sentence(say('held')), cells: [signed(held)] },
      ],
    },
    {
      title: say('doc.fees'),
      lines: orNone(fees.map(({ product, value }) => ({ label: productName(product), cells: [money(value)] }))),
    },
  ]);
  drawTable(sheet, {
    title: ended ? say('coins.day', { day: dates.closing }) : say('coins.now'),
    heads: [say('doc.coin'), say('doc.quantity'), say('doc.price'), `${say('doc.value')} (USDT)`],
    lines: orNone(coins.map((coin) => describeCoin(say, coin))),
  });
  sheet.ensure(60);
  sheet.write(say('method.title'), PAGE.margin, sheet.y + 10, { size: 10, weight: 'bold' });
  sheet.skip(16);
  sheet.paragraph(say('method.text'), { size: 8.5, color: GREY });
}

const money = (value: Decimal) => showAmount(value, VALUE_PLACES);
const COIN_PLACES = 8;

const describeCoin = (say: Say, { currency, quantity, price, value }: Statement['coins'][number]): Line => ({
  label: currency,
  cells: [
    showAmount(quantity, Math.max(shownPlaces(currency), COIN_PLACES)),
    price === null ? say('coin.no_price') : showPrice(price),
    value === null ? '' : money(value),
  ],
});

/** Returns the name of a flow; a kind of a later version is named as another one. */
const flowName = (say: Say, kind: string): string => say(FLOWS.find((key) => key === `flow.${kind}`) ?? 'flow.other');
const FLOWS = ['flow.deposit', 'flow.withdrawal', 'flow.payout', 'flow.demo.grant', 'flow.demo.sweep'] as const;

/** Begins with a capital letter, as a line of a table does. */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Table = { readonly title: string; readonly heads?: readonly string[]; readonly lines: readonly Line[] };

const ROW = 18;
const COLUMN = 120;
const TITLE = 16;
const SPACE = 14;
const BESIDE = 24;

/** Draws a table over the whole width, or in one column of it. It continues on the next page. */
function drawTable(sheet: Sheet, { title, heads = [], lines }: Table, x: number = PAGE.margin, width = CONTENT): void {
  sheet.ensure(TITLE + ROW * Math.min(lines.length, 4));
  sheet.write(title, x, sheet.y + 10, { size: 10.5, weight: 'bold' });
  sheet.skip(TITLE);
  const drawRow = ({ label, cells, isTotal = false }: Line, color: string, size: number) => {
    sheet.ensure(ROW);
    sheet.rule(x, width);
    const weight = isTotal ? ('bold' as const) : ('regular' as const);
    sheet.write(label, x, sheet.y + 12.5, { size, weight, color });
    for (const [index, cell] of cells.toReversed().entries())
      sheet.write(cell, x + width - index * COLUMN, sheet.y + 12.5, { size, weight, color, align: 'right' });
    sheet.skip(ROW);
  };
  const [first, ...others] = heads;
  if (first !== undefined) drawRow({ label: first, cells: others }, GREY, 8.5);
  for (const line of lines) drawRow(line, INK, 9.5);
  sheet.rule(x, width);
  sheet.skip(SPACE);
}

/** Draws short tables beside each other. */
function drawSideBySide(sheet: Sheet, tables: readonly Table[]): void {
  const heightOf = ({ lines }: Table) => TITLE + ROW * lines.length + SPACE;
  const highest = Math.max(...tables.map(heightOf));
  const width = (CONTENT - BESIDE * (tables.length - 1)) / tables.length;
  sheet.ensure(highest);
  for (const [index, table] of tables.entries()) {
    drawTable(sheet, table, PAGE.margin + index * (width + BESIDE), width);
    sheet.skip(-heightOf(table));
  }
  sheet.skip(highest);
}
