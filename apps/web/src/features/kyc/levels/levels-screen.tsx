import { type Amount, ZERO } from '@app/money';
import { amountForSpeech, buttonClass, Delayed, ErrorPanel, Icon, NavBar, Note, Page, Skeleton, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { type Level, type LevelState, levelState, levelsQuery, requiredBy } from './levels-query.ts';

/** /pages/setting/real_mark; `from` is the page that required a higher level. */
export default function LevelsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const support = (
    <Link className="iconbtn" to="/pages/common/serverView" aria-label={text('chat.support.title')}>
      <Icon name="headset" />
    </Link>
  );
  return (
    <Page bar={<NavBar title={text('kyc.status.title')} back={back} end={support} />}>
      <div className="px-gutter pt-2 pb-6">
        <WhyHere />
        <Levels />
      </div>
    </Page>
  );
}

/** Explains to a user whom the app sent here why, and leads back. */
function WhyHere() {
  const text = useText();
  const [search] = useSearchParams();
  const from = requiredBy(search);
  if (from === undefined) return null;
  return (
    <section className="card mb-4">
      <h2 className="text-title">{text('kyc.status.why')}</h2>
      <p className="mt-1 text-label text-pretty text-ink-2">{text('kyc.status.why.text')}</p>
      <Link className={`${buttonClass({ size: 'small' })} mt-3`} to={from} replace>
        {text('kyc.status.why.back')}
      </Link>
    </section>
  );
}

function Levels() {
  const text = useText();
  const { data, error, isPending, refetch } = useQuery(levelsQuery(useSessionScope()));
  if (isPending) return <LevelsLoading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const { levels, own } = data;
  return (
    <>
      <h2 className="text-hero text-balance">{text('kyc.status.at', { level: own })}</h2>
      <p className="mt-1 text-label text-pretty text-ink-2">{text('kyc.status.closed')}</p>
      <ol className="mt-5">
        {levels.toReversed().map((level, index) => (
          <LevelRow key={level.level} level={level} state={levelState(level.level, own)} isFirst={index === 0} />
        ))}
      </ol>
      <div className="mt-5">
        <Note icon="info">{text('kyc.status.note')}</Note>
      </div>
    </>
  );
}

const TAGS = {
  yours: { tone: 'ok', icon: 'check' },
  reached: { tone: 'ok', icon: 'check' },
  soon: { tone: 'plain', icon: 'clock' },
} as const;

type LevelRowProps = { level: Level; state: LevelState; isFirst: boolean };

/** One level of the staff: what it allows, and whether the user has it. */
function LevelRow({ level: { level, withdraw_limit_btc, fiat_limit_usdt }, state, isFirst }: LevelRowProps) {
  const text = useText();
  const kind = ([0, 1, 2] as const).find((known) => known === level);
  return (
    <li className="flex gap-3">
      <Staff isReached={state !== 'soon'} isTop={state === 'yours'} />
      <div className={`min-w-0 grow py-3 ${isFirst ? '' : 'border-t border-line'}`}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <h3 className="text-title">
            {text('kyc.status.level', { level })}{' '}
            {kind !== undefined && (
              <span className="text-label font-normal text-ink-3">{text(`kyc.status.kind.${kind}`)}</span>
            )}
          </h3>
          <Tag {...TAGS[state]}>{text(`kyc.status.${state}`)}</Tag>
        </div>
        <dl className="mt-2 grid grid-cols-2 gap-3">
          <Limit name={text('kyc.status.withdraw')} amount={withdraw_limit_btc} currency="BTC" />
          <Limit name={text('kyc.status.fiat')} amount={fiat_limit_usdt} currency="USDT" />
        </dl>
      </div>
    </li>
  );
}

function Limit({ name, amount, currency }: { name: string; amount: Amount; currency: string }) {
  const text = useText();
  return (
    <div>
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="font-medium wrap-anywhere">
        {amount === ZERO ? text('kyc.status.none') : `${amountForSpeech(amount)} ${currency}`}
      </dd>
    </div>
  );
}

const GRADUATIONS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** One level's part of the tide staff beside the list, filled up to the user's level. */
function Staff({ isReached, isTop }: { isReached: boolean; isTop: boolean }) {
  const fill = isReached ? 'bg-ok/15' : '';
  return (
    <span
      className={`flex w-7 flex-none flex-col justify-between border-l border-ink-3/50 ${fill} ${isTop ? 'border-t-2 border-t-ok' : ''}`}
      aria-hidden="true"
    >
      {GRADUATIONS.map((place) => (
        <i key={place} className="block h-px w-3 bg-ink-3/50" />
      ))}
    </span>
  );
}

const LevelsLoading = () => (
  <Delayed>
    <Skeleton className="h-9 w-60" />
    <Skeleton className="mt-2 h-5 w-full" />
    <Skeleton className="mt-5 h-72 rounded-card" />
  </Delayed>
);
