import { CallRefused } from '@app/client/call';
import { amountForSpeech, Button, CoinIcon, Icon, Note, ResultView, Sheet } from '@app/ui';
import { useEffect, useRef } from 'react';
import type { Balance } from '../../data/account/balances.ts';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useCountdown } from '../../data/call/server-clock.ts';
import { useConnection } from '../../data/socket/connection.ts';
import { ConvertFacts, LockedRate, NewRate } from './rate-card.tsx';
import type { Quote, QuoteLife } from './use-quote.ts';

type Props = {
  sheet: { readonly isOpen: boolean; close(): void };
  life: QuoteLife;
  list: readonly Balance[];
  sending: { isPending: boolean; isChecking: boolean; isUnknown: boolean; mayHaveMoved: boolean; error: Error | null };
  isDone: boolean;
  onRenew: () => void;
  onConvert: (quote: Quote) => void;
};

/** The last look before the money moves. A rate that expires here is replaced only when the user asks for it. */
export function ReviewSheet({ sheet, life, list, sending, isDone, onRenew, onConvert }: Props) {
  const text = useText();
  useEffect(() => {
    if (isDone) sheet.close(); // The result takes the place of the form.
  }, [isDone, sheet]);
  const content = useFocusKept(`${life.quote?.quote_id} ${life.error?.message}`);
  return (
    <Sheet open={sheet.isOpen} onClose={sheet.close} title={text('convert.review')} closeLabel={text('system.close')}>
      <div ref={content} tabIndex={-1} className="outline-none">
        {life.quote !== undefined && (
          <Review
            quote={life.quote}
            life={life}
            list={list}
            sending={sending}
            onRenew={onRenew}
            onConvert={onConvert}
          />
        )}
        {life.quote === undefined && (
          <ResultView
            kind={life.error === null ? 'checking' : 'failed'}
            title={text(life.error === null ? 'convert.rate.loading' : 'system.load.failed')}
            {...(life.error !== null && { text: describeFailure(life.error, text) })}
            actions={
              life.error !== null && (
                <Button tone="primary" wide onClick={onRenew}>
                  {text('convert.rate.again')}
                </Button>
              )
            }
          />
        )}
      </div>
    </Sheet>
  );
}

/** Keeps the focus in the review when a new rate or a failure replaces what had it: a busy button loses it. */
function useFocusKept(shown: string) {
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown says when the focus may have been lost.
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [shown]);
  return content;
}

type ReviewProps = Omit<Props, 'sheet' | 'isDone'> & { quote: Quote };

function Review({ quote, life, list, sending, onRenew, onConvert }: ReviewProps) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const { isPending, isChecking, isUnknown, mayHaveMoved, error } = sending;
  const isRefused = error instanceof CallRefused;
  const isOver = (useCountdown(quote.expires) === 0 || (isRefused && error.code === 'quote_expired')) && !mayHaveMoved;
  return (
    <div className="flex flex-col gap-4 pb-2">
      <Exchange quote={quote} />
      <LockedRate quote={quote} life={life} />
      <NewRate quote={quote} before={life.before} />
      <ConvertFacts quote={quote} list={list} />
      {isChecking && (
        <Note icon="convert" tone="warn">
          {text('wallet.checking')}
        </Note>
      )}
      {isUnknown && (
        <Note icon="warn" tone="warn">
          <b>{text('wallet.unknown.title')}</b> {text('wallet.unknown.text')}
        </Note>
      )}
      {isOver && (
        <Note icon="warn" tone="warn">
          <b>{text('convert.over.title')}</b> {text('convert.over.text')}
        </Note>
      )}
      {isRefused && !isOver && (
        <Note icon="warn" tone="danger">
          {error.message}
        </Note>
      )}
      {!isOnline && !mayHaveMoved && (
        <Note icon="warn" tone="warn">
          {text('convert.offline')}
        </Note>
      )}
      {isOver ? (
        <Button tone="primary" size="large" wide busy={life.isFetching} onClick={onRenew}>
          {text('convert.rate.again')}
        </Button>
      ) : (
        <Button tone="primary" size="large" wide busy={isPending} blocked={!isOnline} onClick={() => onConvert(quote)}>
          {text(isUnknown ? 'wallet.unknown.again' : 'convert.confirm')}
        </Button>
      )}
    </div>
  );
}

function Exchange({ quote: { from, to, number, received } }: { quote: Quote }) {
  const text = useText();
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-center">
      <Side label={text('convert.give')} code={from} amount={amountForSpeech(number)} />
      <span className="text-ink-3">
        <Icon name="arrow-right" size={20} />
      </span>
      <Side label={text('convert.receive')} code={to} amount={amountForSpeech(received)} />
    </div>
  );
}

function Side({ label, code, amount }: { label: string; code: string; amount: string }) {
  return (
    <div className="flex min-w-0 flex-col items-center gap-1">
      <CoinIcon code={code} size={32} />
      <span className="text-label text-ink-3">{label}</span>
      <b className="text-title wrap-anywhere">
        {amount} {code}
      </b>
    </div>
  );
}
