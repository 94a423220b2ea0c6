import { isVisitor } from '@app/client/session';
import type { PositionSide } from '@app/domain/contract';
import { sum, ZERO } from '@app/money';
import { Panel, SelectButton, Sheet, SkeletonRows } from '@app/ui';
import { type FocusEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { useBalances } from '../../../data/account/balances.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useQuoteState } from '../../../data/market/use-quote-state.ts';
import { useGuideFromAddress } from '../../../data/session/demo-guide.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { isElsewhere } from '../position/use-position.ts';
import { type ContractRulebook, type MarketRules, useContractMode } from '../terms/rules-query.ts';
import type { ContractField } from './contract-preview.ts';
import { refusalText } from './contract-texts.ts';
import { FormActions, FormCosts } from './form-actions.tsx';
import { KindSelect, ModeChip, SeriesSelect } from './form-chips.tsx';
import { FormPrice, FormSize } from './form-size.tsx';
import { FormStops } from './form-stops.tsx';
import { openingStateOf } from './opening-state.ts';
import { type ContractEntry, useContractForm } from './use-contract-form.ts';
import { type Submission, useContractSubmit } from './use-contract-submit.ts';

/** Loaded when opened: most visits change no leverage, and no order is reviewed at once. */
const LeverageForm = lazyPart(async () => (await import('../leverage/leverage-form.tsx')).LeverageForm);
const Guide = lazyPart(async () => (await import('../guide/guide-view.tsx')).Guide);
const ReviewView = lazyPart(async () => (await import('./review-view.tsx')).ReviewView);

type Props = {
  market: MarketInfo;
  rulebook: ContractRulebook;
  rules: MarketRules;
  /** Beside the fields, on a phone. */
  aside?: ReactNode;
};

/** Renders the order form with its costs and buttons, and the sheets it opens. Only it follows the price, not the page. */
export function OrderPanel({ market, rulebook, rules, aside }: Props) {
  const entry = useContractForm(market, { rulebook, rules });
  const submission = useContractSubmit(market, entry);
  const opening = useOpening(market, entry);
  const { box, errorAt, attempt, leave } = useErrors(entry);
  const { isRequested: isGuided } = useGuideFromAddress();
  const part = { market, entry };
  const press = (side: PositionSide) => {
    const preview = entry.previews[side];
    if (preview.state === 'ready') submission.press(preview.request);
    else attempt(side);
  };
  return (
    <form ref={box} noValidate onSubmit={(event) => event.preventDefault()} onBlur={leave}>
      <section className={aside === undefined ? undefined : 'trade'}>
        <div className="trade__form">
          <div className="chip-row">
            <ModeChip />
            <LeverageChip {...part} error={errorAt('leverage')} />
          </div>
          <div className="chip-row">
            <SeriesSelect {...part} />
            <KindSelect entry={entry} />
          </div>
          <FormPrice {...part} error={errorAt('price')} />
          <FormSize {...part} error={errorAt('size')} />
          <FormStops {...part} errorAt={errorAt} />
        </div>
        {aside}
      </section>
      <div className={aside === undefined ? 'grid gap-2 pt-2' : 'grid gap-2 px-gutter pt-2'}>
        <FormCosts entry={entry} />
        <FormActions {...part} {...opening} submission={submission} onPress={press} />
      </div>
      <ReviewSheet {...part} submission={submission} />
      {isGuided && (
        <Suspense>
          <Guide hasSize={entry.form.size !== ''} />
        </Suspense>
      )}
    </form>
  );
}

/** Returns whether positions can be opened now, and where more margin is. */
function useOpening({ symbol, hours }: MarketInfo, { context, rules, retry }: ContractEntry) {
  const isSignedOut = isVisitor(useSessionScope());
  const isOffline = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  const list = useBalances().data?.list ?? [];
  const price = usePriceState(symbol).kind;
  const isSimulated = useQuoteState(symbol, SIMULATED);
  const isDemo = useContractMode() === 'demo';
  const available = context?.available ?? ZERO;
  const elsewhere = sum(list.filter(isElsewhere).map((it) => it.available));
  const state = openingStateOf({
    isVisitor: isSignedOut,
    isOffline,
    hasLoadError: retry !== undefined,
    hasContext: context !== undefined,
    price,
    phase: rules.phase,
    hours,
    nowMs: serverNow(),
    isSimulated: !isDemo && isSimulated,
    available,
    elsewhere,
  });
  return { state, isDemo, hasMoreElsewhere: elsewhere > 0n };
}

const SIMULATED = {
  judge: (quote: { readonly simulated: boolean } | undefined) => quote?.simulated === true,
  isSame: (a: boolean, b: boolean) => a === b,
};

type Attempt = { readonly form: ContractEntry['form']; readonly side: PositionSide | undefined };

/** Returns field errors: shown once the user leaves the field or presses a button; the server's at once. */
function useErrors(entry: ContractEntry) {
  const text = useText();
  const box = useRef<HTMLFormElement>(null);
  const [attempted, setAttempted] = useState<Attempt>();
  const { form, previews, refusal } = entry;
  const errorAt = (field: ContractField) => {
    if (refusal?.field === field) return refusal.message;
    if (attempted?.form !== form) return undefined;
    const preview = previews[attempted.side ?? 'long'];
    if (preview.state === 'incomplete') return missingText(field, preview.missing, attempted, text);
    // What only one side refuses is said once that side is pressed.
    const isShared = attempted.side !== undefined || previews.short.state === 'refused';
    const isAt = preview.state === 'refused' && preview.field === field && isShared;
    return isAt ? refusalText(preview, entry, text) : undefined;
  };
  const attempt = (side: PositionSide) => {
    setAttempted({ form, side });
    const preview = previews[side];
    const field = preview.state === 'refused' ? preview.field : preview.state === 'incomplete' ? preview.missing : '';
    box.current?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`)?.focus();
  };
  // Not when focus moves to a button: the error would shift it from under the finger.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const isField = target.matches('[data-field] input');
    if (isField && !(relatedTarget instanceof HTMLButtonElement)) setAttempted({ form, side: undefined });
  };
  return { box, errorAt, attempt, leave };
}

function missingText(field: ContractField, missing: string, { side }: Attempt, text: Text): string | undefined {
  if (side === undefined || field !== missing || (field !== 'price' && field !== 'size')) return undefined;
  return text(`contract.fill.${field}`);
}

type PartProps = { market: MarketInfo; entry: ContractEntry };

/** Shows the leverage and opens its sheet. */
function LeverageChip({ market, entry, error }: PartProps & { error: string | undefined }) {
  const text = useText();
  const sheet = useSheet('leverage');
  const title = text('contract.leverage');
  return (
    <div data-coach="leverage">
      <SelectButton
        compact
        label={title}
        value={`${entry.leverage}×`}
        open={sheet.isOpen}
        onClick={sheet.open}
        error={error}
      />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
        {sheet.isOpen && (
          <Panel loading={<SkeletonRows count={4} />}>
            <LeverageForm market={market} entry={entry} close={sheet.close} />
          </Panel>
        )}
      </Sheet>
    </div>
  );
}

/** Shows the order for review before it is sent, and its outcome in the same sheet. */
function ReviewSheet({ market, entry, submission }: PartProps & { submission: Submission }) {
  const text = useText();
  const { sheet, deal } = submission;
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title={text(deal === undefined ? 'contract.review.title' : 'contract.review.outcome')}
      closeLabel={text('system.close')}
    >
      <Panel loading={<SkeletonRows count={4} />}>
        <ReviewView market={market} entry={entry} submission={submission} />
      </Panel>
    </Sheet>
  );
}
