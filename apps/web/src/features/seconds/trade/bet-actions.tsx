import type { BetSide } from '@app/domain/seconds';
import { Button, buttonClass, Icon, momentText, Note, showToast } from '@app/ui';
import { Link, useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { ownZone } from '../../../lib/zoned-days.ts';
import { LIMITS_PATH, topUpPath } from '../seconds-texts.ts';
import { previewText } from './bet-texts.ts';
import type { BetEntry } from './use-bet-form.ts';
import type { BetSubmission } from './use-bet-submit.ts';
import type { useBettingState } from './use-betting-state.ts';

/** The page that resets the demo account. */
const REFILL_PATH = '/pages/setting/setting';
const ASSETS_PATH = '/pages/fund/assets';

type Props = {
  entry: BetEntry;
  betting: ReturnType<typeof useBettingState>;
  submission: BetSubmission;
  onPress: (side: BetSide) => void;
};

/** Renders Up and Down; where no bet is taken, one button that says why or leads on. */
export function BetActions(props: Props) {
  const text = useText();
  return (
    <div className="bet-form__acts" data-coach="place">
      <Notes {...props} />
      {props.betting.state.kind === 'open' ? <Sides {...props} /> : <OneAction {...props} />}
      <p className="bet-form__risk">{text('seconds.risk')}</p>
    </div>
  );
}

function Sides({ entry, submission, onPress }: Props) {
  const text = useText();
  const { isPending, isUnknown, sheet, request } = submission;
  if (isUnknown && !sheet.isOpen)
    return (
      <Button tone="primary" size="large" wide busy={isPending} onClick={submission.send}>
        {text('seconds.again')}
      </Button>
    );
  const isSending = isPending && !sheet.isOpen;
  const face = (side: BetSide) => (
    <Button
      tone={side}
      size="large"
      blocked={entry.preview.state !== 'ready'}
      busy={isSending && request?.side === side}
      disabled={isSending}
      onClick={() => onPress(side)}
    >
      <span className="flex items-center gap-2">
        {text(`seconds.${side}`)}
        <Icon name={side === 'up' ? 'arrow-up' : 'arrow-down'} size={20} />
      </span>
    </Button>
  );
  return (
    <div className="pair">
      {face('up')}
      {face('down')}
    </div>
  );
}

/** Renders the only button while no bet is taken. */
function OneAction({ entry, betting: { state } }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { mutate, isPending } = useChangeMode();
  if (state.kind === 'top_up' || state.kind === 'refill' || state.kind === 'assets')
    return (
      <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={wayTo(state.kind, entry)}>
        {text(`seconds.go.${state.kind}`, { currency: entry.caps.currency })}
      </Link>
    );
  if (state.kind === 'closed' || state.kind === 'wait')
    return (
      <Button size="large" wide disabled blocked>
        {text(state.kind === 'closed' ? 'seconds.wait.closed' : `seconds.wait.${state.for}`)}
      </Button>
    );
  const go = {
    open: () => undefined,
    login: () => void navigate(loginWithReturn(`${pathname}${search}`)),
    demo: () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') }),
    retry: () => entry.retry?.(),
  }[state.kind];
  return (
    <Button tone="primary" size="large" wide busy={isPending} onClick={go}>
      {state.kind === 'retry' ? text('system.retry') : text(`seconds.go.${state.kind === 'demo' ? 'demo' : 'login'}`)}
    </Button>
  );
}

const wayTo = (kind: 'top_up' | 'refill' | 'assets', { caps }: BetEntry): string =>
  ({ top_up: topUpPath(caps.currency), refill: REFILL_PATH, assets: ASSETS_PATH })[kind];

/** Refusals that a user's own limits cause. */
const BY_LIMITS = ['personal_limit_reached', 'cooling_off'];

/** Shows messages about the whole bet above its buttons; usually none. */
function Notes({ entry, betting, submission }: Props) {
  const text = useText();
  const { state } = betting;
  const { isChecking, isUnknown, sheet } = submission;
  if (isChecking && !sheet.isOpen) return <Line message={text('seconds.checking')} />;
  if (isUnknown && !sheet.isOpen) return <Line message={text('seconds.unknown')} isWrong />;
  if (entry.refusal !== undefined && BY_LIMITS.includes(entry.refusal.code))
    return <Way message={entry.refusal.message} to={LIMITS_PATH} label={text('seconds.care.limits')} />;
  if (entry.refusal !== undefined) return <Line message={entry.refusal.message} isWrong />;
  if (state.kind === 'closed')
    return <Line message={text('seconds.note.closed', { time: momentText(state.opensAt, ownZone(), serverNow()) })} />;
  if (state.kind === 'demo') return <Line message={text('refusal.price_simulated')} />;
  if (state.kind === 'retry') return <Line message={text('system.load.failed')} isWrong />;
  if (state.kind === 'wait' && (state.for === 'prices' || state.for === 'halted' || state.for === 'paused'))
    return <Line message={text(`seconds.note.${state.for}`)} />;
  if (state.kind === 'top_up' || state.kind === 'refill' || state.kind === 'assets')
    return <Line message={text('seconds.note.empty')} />;
  const { preview } = entry;
  if (state.kind !== 'open' || preview.state !== 'refused') return null;
  if (preview.code === 'market_closed') return <Line message={text('seconds.note.closing')} />;
  if (preview.code !== 'insufficient_balance') return null;
  const way = betting.hasMoreElsewhere ? 'top_up' : betting.isDemo ? 'refill' : 'assets';
  return (
    <Way
      message={previewText(preview, text)}
      to={wayTo(way, entry)}
      label={text(`seconds.go.${way}`, { currency: entry.caps.currency })}
    />
  );
}

function Way({ message, to, label }: { message: string; to: string; label: string }) {
  return (
    <Note icon="info">
      <span className="block pb-2">{message}</span>
      <Link className={buttonClass({ size: 'small' })} to={to}>
        {label}
      </Link>
    </Note>
  );
}

function Line({ message, isWrong = false }: { message: string; isWrong?: boolean }) {
  return (
    <p className={isWrong ? 'hint hint--error' : 'hint hint--warn'} role={isWrong ? 'alert' : 'status'}>
      <Icon name="warn" size={16} />
      {message}
    </p>
  );
}
