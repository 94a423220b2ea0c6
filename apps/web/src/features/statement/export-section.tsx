import { CallRefused } from '@app/client/call';
import type { PlainKind } from '@app/domain/export';
import { LANGUAGE_NAMES, type Language } from '@app/i18n';
import { Button, ErrorPanel, Icon, IconButton, type IconName, ProgressBar, SkeletonRows, showToast } from '@app/ui';
import type { ReactNode } from 'react';
import { usePreferences } from '../../data/app/preferences.ts';
import { type Text, useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { showSize } from '../../data/call/download.ts';
import { isOutdated, type Job, jobOf, stateOf, useExportActions, useJobs } from './export-jobs.ts';
import type { Dates } from './statement-months.ts';

const MONTHLY: readonly PlainKind[] = ['statement.pdf', 'statement.csv', 'trades.csv', 'ledger.csv'];
const YEARLY: readonly PlainKind[] = ['fills.csv', 'trades.csv', 'ledger.csv'];

type Props = { month: string; dates: Dates };

/** Offers the month and its year as files: each row asks for one, shows its progress, and saves it. */
export function ExportSection({ month, dates }: Props) {
  const text = useText();
  const year = month.slice(0, 4);
  const jobs = useJobs();
  if (jobs.data === undefined && jobs.error !== null)
    return (
      <ErrorPanel
        title={text('statement.exports.failed')}
        text={describeFailure(jobs.error, text)}
        retry={{ label: text('system.retry'), go: () => void jobs.refetch() }}
      />
    );
  const list = jobs.data?.list;
  const rows = (kinds: readonly PlainKind[], period: string) =>
    list === undefined ? (
      <SkeletonRows count={kinds.length} />
    ) : (
      <div className="group">
        {kinds.map((kind) => (
          <FileRow
            key={`${kind} ${period}`}
            kind={kind}
            period={period}
            job={jobOf(list, kind, period)}
            dates={dates}
          />
        ))}
      </div>
    );
  return (
    <section className="mt-2">
      <h2 className="flex min-h-10 items-center justify-between gap-3 px-gutter">
        <span className="text-title">{text('statement.export.title')}</span>
        <span className="text-label text-ink-3">{text('statement.utc')}</span>
      </h2>
      {rows(MONTHLY, month)}
      <h3 className="flex min-h-10 items-center px-gutter pt-1 text-label text-ink-3">
        {text('statement.export.year', { year })}
      </h3>
      {rows(YEARLY, year)}
      <p className="px-gutter pt-2 text-label text-pretty text-ink-3">{text('statement.hint')}</p>
    </section>
  );
}

type RowProps = { kind: PlainKind; period: string; job: Job | undefined; dates: Dates };

function FileRow({ kind, period, job, dates }: RowProps) {
  const text = useText();
  const { create, stop, save } = useExportActions();
  const file = text(`statement.file.${kind as 'statement.pdf'}`);
  const state = stateOf(job);
  const language = usePreferences((preferences) => preferences.language);
  const needsFont = isFontMissing(create.error) || (state === 'ended' && job?.error === 'export_font_missing');
  const ask = (other?: 'en') => create.mutate({ kind, period, ...(other && { language: other }) });
  const failure = create.error ?? stop.error;
  return (
    <div className="row py-2">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-s3 text-ink-2">
        <Icon name={iconOf(kind)} size={20} />
      </span>
      <div className="row__main">
        <div className="row__t">{file}</div>
        {state === 'open' && job !== undefined ? (
          <Progress job={job} label={file} />
        ) : (
          <div className="row__s">{describe({ kind, job, dates, text, language })}</div>
        )}
        {failure !== null && (
          <p className="row__s text-danger" role="alert">
            {describeFailure(failure, text)}
          </p>
        )}
      </div>
      {state === 'open' && job !== undefined && (
        <Action
          label={text('statement.stop.named', { file })}
          busy={stop.isPending}
          onClick={() => stop.mutate(job.id)}
        >
          {text('statement.stop')}
        </Action>
      )}
      {state === 'ready' && job !== undefined && isOutdated(job, language) && (
        <IconButton label={text('statement.make.named', { file })} disabled={create.isPending} onClick={() => ask()}>
          <Icon name="convert" size={20} />
        </IconButton>
      )}
      {state === 'ready' && job !== undefined && (
        <Action
          label={text('statement.save.named', { file })}
          busy={save.isPending}
          onClick={() => save.mutate(job, { onError: () => showToast(text('statement.save.failed')) })}
        >
          {text('statement.save')}
        </Action>
      )}
      {(state === 'none' || state === 'ended') && (
        <Action
          label={text('statement.make.named', { file })}
          busy={create.isPending}
          onClick={() => ask(needsFont ? 'en' : undefined)}
        >
          {needsFont ? text('statement.make.english') : text('statement.make')}
        </Action>
      )}
    </div>
  );
}

const isFontMissing = (error: unknown) => error instanceof CallRefused && error.code === 'export_font_missing';
const iconOf = (kind: PlainKind): IconName => (kind.startsWith('statement') ? 'doc' : 'list');

type ActionProps = { label: string; busy: boolean; onClick: () => void; children: ReactNode };

const Action = ({ label, busy, onClick, children }: ActionProps) => (
  <Button size="small" className="shrink-0" aria-label={label} busy={busy} onClick={onClick}>
    {children}
  </Button>
);

function Progress({ job, label }: { job: Job; label: string }) {
  const text = useText();
  if (job.status === 'waiting') return <div className="row__s">{text('statement.state.waiting')}</div>;
  return (
    <div className="mt-1 flex items-center gap-2">
      <div className="grow">
        <ProgressBar percent={job.progress} label={label} />
      </div>
      <span className="text-label text-ink-2">{text('statement.state.running', { percent: job.progress })}</span>
    </div>
  );
}

type Described = RowProps & { text: Text; language: Language };

/** Says what the file is, or what became of it. */
function describe({ kind, job, dates, text, language: own }: Omit<Described, 'period'>): string {
  const isPdf = kind === 'statement.pdf';
  if (job === undefined) return isPdf ? LANGUAGE_NAMES[own].own : text(`statement.about.${kind as 'trades.csv'}`);
  const language = isPdf ? `${LANGUAGE_NAMES[job.language].own} · ` : '';
  if (job.expired) return text('statement.state.expired');
  if (job.status === 'stopped') return text('statement.state.stopped');
  if (job.status === 'failed')
    return job.error === 'too_large'
      ? text('statement.error.too_large')
      : job.error === 'export_font_missing'
        ? text('refusal.export_font_missing')
        : text('statement.error.defect');
  const until = job.expires_at === null ? '' : text('statement.state.ready', { day: dates.day(job.expires_at) });
  return `${language}${showSize(job.bytes ?? 0)} · ${until}`;
}
