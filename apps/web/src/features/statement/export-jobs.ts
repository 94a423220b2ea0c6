import { isVisitor } from '@app/client/session';
import { type ExportKindName, hasEnded, type PlainKind } from '@app/domain/export';
import { monthBounds } from '@app/domain/statement';
import type { Language } from '@app/i18n';
import type { Output } from '@app/protocol';
import { createExport, listExports, openExport, stopExport } from '@app/protocol/export';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';
import { download } from '../../data/call/download.ts';
import { useSubmit } from '../../data/call/use-submit.ts';
import { useSessionScope } from '../../data/session/session.ts';

export type Job = Output<typeof listExports>['list'][number];

const LISTED = 100;
const POLL_MS = 1_000;

const jobsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['export', 'jobs', scope],
    queryFn: ({ signal }) => call(listExports, { page: 1, limit: LISTED }, { signal }),
    enabled: !isVisitor(scope),
    // While a file is made its progress is asked for; afterwards there is nothing to learn.
    refetchInterval: ({ state }) => (state.data?.list.some(({ status }) => !hasEnded(status)) ? POLL_MS : false),
  });

export const useJobs = () => useQuery(jobsQuery(useSessionScope()));

/** Returns the newest request of a kind and period, which is the one its row shows. */
export const jobOf = (jobs: readonly Job[], kind: ExportKindName, period: string): Job | undefined =>
  jobs.find((job) => job.kind === kind && job.period === period);

export type JobState = 'none' | 'open' | 'ready' | 'ended';

/** Returns what can be done with a row: ask for the file, stop it, save it, or ask again. */
export function stateOf(job: Job | undefined): JobState {
  if (job === undefined) return 'none';
  if (!hasEnded(job.status)) return 'open';
  return job.status === 'done' && !job.expired ? 'ready' : 'ended';
}

/** Whether a file that is ready was made before its period ended, or in another language than the reader's. */
export function isOutdated({ kind, language, period, at }: Job, own: Language): boolean {
  const month = period !== null && period.length === 4 ? `${period}-12` : period;
  return (kind === 'statement.pdf' && language !== own) || (month !== null && at < monthBounds(month).toMs);
}

type Wanted = { readonly kind: PlainKind; readonly period: string; readonly language?: 'en' };

/** Requests, stops and saves files. The list is read again after each change, also one of another device. */
export function useExportActions() {
  const client = useQueryClient();
  const { queryKey } = jobsQuery(useSessionScope());
  const refresh = () => client.invalidateQueries({ queryKey });
  return {
    create: useSubmit({ mutationFn: (wanted: Wanted) => call(createExport, wanted), onSettled: refresh }),
    stop: useSubmit({ mutationFn: (id: bigint) => call(stopExport, { id }), onSettled: refresh }),
    save: useSubmit({ mutationFn: (job: Job) => download(openExport, { id: job.id }, job.filename ?? '') }),
  };
}
