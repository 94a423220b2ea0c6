import type { Output } from '@app/protocol';
import { exportData, listExports, openExport, stopExport } from '@app/protocol/export';
import { Button, Delayed, ErrorPanel, Icon, NavBar, Note, Page, ProgressBar, SkeletonRows, showToast } from '@app/ui';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure, describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { download, showSize } from '../../../data/call/download.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { callProven } from '../../../data/session/step-up.ts';
import { useObstacle } from '../form/submit-button.tsx';
import { SECURITY_PATH } from '../security/with-security.tsx';

type Job = Output<typeof listExports>['list'][number];

const isUnderWay = ({ status }: Job) => status === 'waiting' || status === 'running';
const POLL_MS = 1_000;
const LISTED = 50;

const filesQuery = (scope: string) =>
  queryOptions({
    queryKey: ['auth', 'data', scope],
    queryFn: async ({ signal }) => {
      const { list } = await call(listExports, { page: 1, limit: LISTED }, { signal });
      return list.filter(({ kind }) => kind === 'account.data');
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });

/** Sends a change and reads the list again. */
function useFileChange<Sent = void>(mutationFn: (sent: Sent) => Promise<unknown>) {
  const queryClient = useQueryClient();
  const { queryKey } = filesQuery(useSessionScope());
  return useSubmit({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey }) });
}

/** /pages/plus/data */
export default function DataScreen() {
  const text = useText();
  const { data, error, refetch } = useQuery(filesQuery(useSessionScope()));
  const asking = useFileChange(() => callProven(exportData, {}));
  const isUnderWayNow = data?.some(isUnderWay) ?? false;
  const obstacle = useObstacle(isUnderWayNow ? text('closing.data.under_way') : undefined);
  const problem = describeUnlessGivenUp(asking.error, text);
  const ask = (
    <Button
      tone="primary"
      size="large"
      wide
      blocked={obstacle !== undefined}
      aria-disabled={obstacle !== undefined}
      busy={asking.isPending}
      onClick={() => obstacle === undefined && asking.mutate()}
    >
      {obstacle ?? text('closing.data.ask')}
    </Button>
  );
  const retry = { label: text('system.retry'), go: () => void refetch() };
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  return (
    <Page bar={<NavBar title={text('closing.data.title')} back={back} />} foot={ask}>
      <div className="flex flex-col gap-4 px-gutter pt-2 pb-6">
        <p className="text-ink-2">{text('closing.data.about')}</p>
        <Note icon="shield">{text('closing.data.careful')}</Note>
        {problem !== undefined && (
          <div role="alert">
            <Note icon="warn" tone="danger">
              {problem}
            </Note>
          </div>
        )}
        {data === undefined && error === null && (
          <Delayed>
            <SkeletonRows count={2} />
          </Delayed>
        )}
        {data === undefined && error !== null && (
          <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
        )}
        {data?.map((job) => (
          <File key={String(job.id)} job={job} />
        ))}
        {isUnderWayNow && <p className="text-label text-ink-2">{text('closing.data.leave')}</p>}
      </div>
    </Page>
  );
}

/** One requested file: on its way, ready to be saved, or why it is not there. */
function File({ job }: { job: Job }) {
  const text = useText();
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  const stopping = useFileChange(() => call(stopExport, { id: job.id }));
  const saving = useSubmit({
    mutationFn: () => download(openExport, { id: job.id }, job.filename ?? ''),
    onError: (error) => showToast(describeFailure(error, text), 'error'),
  });
  const isReady = job.status === 'done' && !job.expired;
  return (
    <section className="card">
      <div className="flex items-center gap-3">
        <Icon name="doc" size={20} />
        <div className="min-w-0 grow">
          <p>{format.format(job.at)}</p>
          <p className="text-label text-ink-2" role="status">
            {isReady
              ? text('closing.data.ready', { size: showSize(job.bytes ?? 0), date: format.format(job.expires_at ?? 0) })
              : text(`closing.data.${stateOf(job)}`)}
          </p>
        </div>
        {isReady && (
          <Button size="small" tone="primary" busy={saving.isPending} onClick={() => saving.mutate()}>
            {text('closing.data.save')}
          </Button>
        )}
        {isUnderWay(job) && (
          <Button size="small" busy={stopping.isPending} onClick={() => stopping.mutate()}>
            {text('closing.data.stop')}
          </Button>
        )}
      </div>
      {isUnderWay(job) && (
        <div className="mt-3">
          <ProgressBar percent={job.progress} label={text('closing.data.running')} />
        </div>
      )}
    </section>
  );
}

const stateOf = ({ status, expired }: Job) => (status === 'done' && expired ? 'expired' : status);
