import type { PositionSide } from '@app/domain/contract';
import { Button, buttonClass, Icon, momentText, Note, showToast } from '@app/ui';
import { Link, useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { costText, liquidationText, refusalText, ZONE } from './contract-texts.ts';
import type { OpeningState } from './opening-state.ts';
import type { ContractEntry } from './use-contract-form.ts';
import type { Submission } from './use-contract-submit.ts';

/** The transfer that brings margin. */
export const TOP_UP_PATH = '/pages/fund/transfer?to=contract&currency=USDT';
/** The page that resets the demo account. */
export const REFILL_PATH = '/pages/setting/setting';

type Props = {
  market: MarketInfo;
  entry: ContractEntry;
  submission: Submission;
  state: OpeningState;
  hasMoreElsewhere: boolean;
  isDemo: boolean;
  onPress: (side: PositionSide) => void;
};

/** Renders both buttons that open a position; where none can be opened, one that says why or leads on. */
export function FormActions(props: Props) {
  const { state } = props;
  return (
    <div className="grid gap-2" data-coach="place">
      <FormNotes {...props} />
      {state.kind === 'open' ? <Sides {...props} /> : <OneAction {...props} />}
    </div>
  );
}

function Sides({ market, entry, submission, onPress }: Props) {
  const text = useText();
  const { isPending, isUnknown, sheet } = submission;
  if (isUnknown)
    return (
      <Button tone="primary" size="large" wide busy={isPending} onClick={submission.send}>
        {text('contract.review.again')}
      </Button>
    );
  const isBusy = isPending && !sheet.isOpen;
  const face = (side: PositionSide) => {
    const preview = entry.previews[side];
    const isShort = preview.state === 'refused' && preview.code === 'insufficient_balance';
    return (
      <Button
        tone={side === 'long' ? 'up' : 'down'}
        size="large"
        className="cta"
        blocked={preview.state !== 'ready'}
        busy={isBusy}
        onClick={() => onPress(side)}
      >
        <span className="flex items-center gap-1">
          {text(`contract.${side}`)}
          <Icon name={side === 'long' ? 'arrow-up' : 'arrow-down'} size={16} />
        </span>
        <span className="cta__sub">
          {isShort ? text('contract.short_of') : liquidationText(entry.liquidations?.[side], market, text)}
        </span>
      </Button>
    );
  };
  return (
    <div className="pair">
      {face('long')}
      {face('short')}
    </div>
  );
}

/** Renders the only button while nothing can be opened. */
function OneAction({ entry, state }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { mutate, isPending } = useChangeMode();
  if (state.kind === 'top_up')
    return (
      <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={TOP_UP_PATH}>
        {text('contract.go.top_up')}
      </Link>
    );
  if (state.kind === 'closed' || state.kind === 'wait')
    return (
      <Button size="large" wide disabled blocked>
        {text(state.kind === 'closed' ? 'contract.wait.closed' : `contract.wait.${state.for}`)}
      </Button>
    );
  const toDemo = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  const go = {
    open: () => undefined,
    login: () => void navigate(loginWithReturn(`${pathname}${search}`)),
    demo: toDemo,
    retry: () => entry.retry?.(),
  }[state.kind];
  const label =
    state.kind === 'retry' ? text('system.retry') : text(`contract.go.${state.kind === 'demo' ? 'demo' : 'login'}`);
  return (
    <Button tone="primary" size="large" wide busy={isPending} onClick={go}>
      {label}
    </Button>
  );
}

/** Shows messages about the whole order above its buttons; usually none. */
function FormNotes({ entry, submission, state, hasMoreElsewhere, isDemo }: Props) {
  const text = useText();
  const { isChecking, isUnknown, sheet } = submission;
  if (isChecking && !sheet.isOpen) return <Line message={text('contract.review.checking.text')} />;
  if (isUnknown && !sheet.isOpen) return <Line message={text('contract.review.unknown.text')} isWrong />;
  if (entry.refusal?.field === 'form') return <Line message={entry.refusal.message} isWrong />;
  if (state.kind === 'closed')
    return <Line message={text('contract.note.closed', { time: momentText(state.opensAt, ZONE, serverNow()) })} />;
  if (state.kind === 'demo') return <Line message={text('refusal.price_simulated')} />;
  if (state.kind === 'retry') return <Line message={text('system.load.failed')} isWrong />;
  if (state.kind === 'wait' && state.for !== 'figures' && state.for !== 'connection')
    return <Line message={text(`contract.note.${state.for}`)} />;
  if (state.kind !== 'open') return null;
  const refused = [entry.previews.long, entry.previews.short].find((it) => it.state === 'refused');
  if (refused?.state === 'refused' && refused.field === 'form')
    return <Line message={refusalText(refused, entry, text)} isWrong />;
  const isShort = refused?.state === 'refused' && refused.code === 'insufficient_balance';
  return isShort ? <Short hasMoreElsewhere={hasMoreElsewhere} isDemo={isDemo} /> : null;
}

/** Says that the margin is missing, and leads to more. */
function Short({ hasMoreElsewhere, isDemo }: Pick<Props, 'hasMoreElsewhere' | 'isDemo'>) {
  const text = useText();
  const way = hasMoreElsewhere
    ? ({ to: TOP_UP_PATH, label: 'contract.go.top_up' } as const)
    : isDemo
      ? ({ to: REFILL_PATH, label: 'contract.go.refill' } as const)
      : ({ to: '/pages/fund/assets', label: 'contract.go.assets' } as const);
  return (
    <Note icon="info">
      <span className="block pb-2">{text('refusal.insufficient_balance')}</span>
      <Link className={buttonClass({ size: 'small' })} to={way.to}>
        {text(way.label)}
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

/** Shows cost, fee and the most that can be lost, for both sides. */
export function FormCosts({ entry: { previews } }: Pick<Props, 'entry'>) {
  const text = useText();
  const figuresOf = (side: PositionSide) => {
    const preview = previews[side];
    return preview.state === 'incomplete' ? undefined : preview.figures;
  };
  const long = figuresOf('long');
  const short = figuresOf('short');
  const rows = [
    ['contract.cost', long?.cost, short?.cost],
    ['contract.fee', long?.fee, short?.fee],
    ['contract.loss', long?.maximumLoss, short?.maximumLoss],
  ] as const;
  return (
    <table className="costs" data-coach="costs">
      <thead>
        <tr>
          <td>USDT</td>
          <th scope="col">{text('contract.long')}</th>
          <th scope="col">{text('contract.short')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, ofLong, ofShort]) => (
          <tr key={label} className={label === 'contract.loss' ? 'costs__loss' : undefined}>
            <th scope="row">{text(label)}</th>
            <td>{costText(ofLong)}</td>
            <td>{costText(ofShort)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
