import type { ExportKindName } from '@app/domain/export';
import type { Language } from '@app/i18n';
import type { RefusalCode } from '@app/protocol';
import type { Recipient } from '../../platform/bus/push.ts';

/** What was asked for. */
export type ExportRequest = Recipient & {
  /** A month or a year in UTC; undefined for a kind without a period. */
  readonly period: string | undefined;
  readonly language: Language;
  /** Who the account belongs to, for documents: a name and a masked address. */
  readonly holder: string;
};

/** What a kind works with while it makes a file. */
export type ExportWork = ExportRequest & {
  /** Notes how much is done. Cheap: it is written once a second. */
  progress(done: number, total: number): void;
  /** Aborted when the user stops the export or another worker has taken it. The next part of the file fails by itself. */
  readonly signal: AbortSignal;
};

/**
 * A kind of file. A new one is named in `EXPORT_KINDS` of the domain, which tells its periods, and registered in
 * `createExportKinds`. Its parts are stored as they are made, so a large file must not be built in memory.
 */
export type ExportKind = {
  readonly name: ExportKindName;
  readonly contentType: string;
  readonly filename: (request: ExportRequest) => string;
  /** Refuses a request that cannot be fulfilled, before anything is stored. */
  readonly refuses?: (request: ExportRequest) => Promise<RefusalCode | undefined>;
  readonly make: (work: ExportWork) => AsyncIterable<Buffer | string> | Iterable<Buffer | string>;
};
