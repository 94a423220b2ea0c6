import type { AccountDeps } from '../statement/index.ts';
import { createCsvKinds } from './csv-files.ts';
import type { ExportKind } from './export-kind.ts';
import { createStatementPdf } from './statement-pdf.ts';

export type KindDeps = AccountDeps & {
  /** Folder of the fonts for Chinese, Japanese and Korean. */
  readonly pdfFonts: string;
};

/** Creates every kind of file, for the api, which checks requests, and the worker, which makes the files. */
export const createExportKinds = (deps: KindDeps): readonly ExportKind[] => [
  createStatementPdf(deps),
  ...createCsvKinds(deps),
];
