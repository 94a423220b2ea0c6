import { CallRefused } from '@app/client/call';
import { recordsKey } from '@app/client/query';
import { convert } from '@app/protocol/convert';
import { amountForSpeech, Delayed, ErrorPanel, Icon, NavBar, notify, Page, Skeleton } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Balance, balancesQuery, useBalances } from '../../data/account/balances.ts';
import { conversionsKey, conversionsPath } from '../../data/account/conversions.ts';
import { useDraft } from '../../data/app/draft.ts';
import { useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { call } from '../../data/call/call.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useSubmit } from '../../data/call/use-submit.ts';
import { marketsQuery } from '../../data/market/markets.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { asSent, coinsOf, formFromSearch, isConvertForm, preview, withCoins } from './convert-form.ts';
import { ConvertFormView, ReviewButton } from './convert-form-view.tsx';
import { ConvertResult } from './convert-result.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { coinIdsQuery, type Quote, type Sent, useConversionQuote } from './use-quote.ts';

const ASSETS = '/pages/fund/assets';

/** /pages/fund/fundTransfer */
export default function ConvertScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(ASSETS) };
  const balances = useBalances();
  const markets = useQuery(marketsQuery);
  const ids = useQuery(coinIdsQuery);
  const parts = [balances, markets, ids];
  const error = parts.find((part) => part.data === undefined && part.error !== null)?.error ?? null;
  const retry = { label: text('system.retry'), go: () => void Promise.all(parts.map((part) => part.refetch())) };
  const isReady = balances.data !== undefined && markets.data !== undefined && ids.data !== undefined;
  const bar = <NavBar title={text('convert.title')} back={back} end={<HistoryLink />} />;
  if (isReady) return <Convert bar={bar} list={balances.data.list} coins={coinsOf(markets.data.list)} ids={ids.data} />;
  return (
    <Page bar={bar}>
      {error === null ? (
        <Loading />
      ) : (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
    </Page>
  );
}

function HistoryLink() {
  const text = useText();
  return (
    <Link className="iconbtn" to={conversionsPath()} aria-label={text('convert.history')}>
      <Icon name="list" />
    </Link>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className="flex flex-col gap-3 px-gutter pt-2">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-30 rounded-card" />
        <Skeleton className="h-36 rounded-card" />
      </div>
    </Delayed>
  );
}

type Props = { bar: ReactNode; list: readonly Balance[]; coins: readonly string[]; ids: ReadonlyMap<string, bigint> };

function Convert({ bar, list: newest, coins, ids }: Props) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [kept, setForm, forgetForm] = useDraft(`convert${search}`, formFromSearch(search), isConvertForm);
  const form = withCoins(kept, coins);
  const sheet = useSheet('review');
  const notifyElsewhere = useResultElsewhere();
  const { mutate, reset, data, variables, ...sending } = useConvert(ids, (quote) => {
    forgetForm();
    notifyElsewhere(quote);
  });
  // What was sent stays as it was reviewed: the balances change before the result is known, and a repeated request must
  // be the same one. A refusal ends with its review.
  const sent = sending.mayHaveMoved || sheet.isOpen ? variables : undefined;
  const list = sent?.list ?? newest;
  const shown = preview(form, list);
  const wanted = shown.state === 'ready' ? shown.wanted : undefined;
  const live = useConversionQuote(wanted, ids, sheet.isOpen || sending.mayHaveMoved);
  const life = sent === undefined ? live : asSent(live, sent);
  if (data !== undefined && !sheet.isOpen)
    return (
      <Page bar={bar}>
        <ConvertResult
          result={data}
          onAnother={() => {
            setForm({ ...form, amount: '' });
            reset();
          }}
          onDone={() => void navigate(ASSETS, { replace: true })}
        />
      </Page>
    );
  const change = (next: typeof form) => {
    if (sending.isPending) return;
    reset();
    setForm(next);
  };
  const review = () => {
    if (!sending.mayHaveMoved) reset();
    sheet.open();
  };
  return (
    <Page bar={bar} foot={<ReviewButton shown={shown} life={life} review={review} />}>
      <ConvertFormView
        form={form}
        list={list}
        coins={coins}
        change={change}
        shown={shown}
        life={life}
        mayHaveMoved={sending.mayHaveMoved}
      />
      <ReviewSheet
        sheet={sheet}
        life={life}
        list={list}
        sending={sending}
        isDone={data !== undefined}
        onRenew={() => {
          reset();
          life.renew();
        }}
        onConvert={(quote) => mutate(sent ?? { quote, before: life.before, list })}
      />
    </Page>
  );
}

/** Shows the result on the current screen after this one was left, so that it is not lost. */
function useResultElsewhere(): (quote: Quote) => void {
  const text = useText();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return ({ received, to }) => {
    if (isHere.current) return;
    notify({ id: 'convert', kind: 'ok', text: `${text('convert.done')}: ${amountForSpeech(received)} ${to}` });
  };
}

/** Converts at most once: while its response is missing, `isChecking` is true and the same request is retried. */
function useConvert(ids: ReadonlyMap<string, bigint>, onDone: (quote: Quote) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const mutation = useSubmit({
    mutationFn: ({ quote: { quote_id, from, to, number } }: Sent) =>
      call(
        convert,
        { quote_id, from_currency_id: ids.get(from) ?? 0n, to_currency_id: ids.get(to) ?? 0n, number },
        { onChecking: () => setChecking(true) },
      ),
    onSuccess: (_answer, { quote }) => onDone(quote), // Also after its screen was left.
    onSettled: () => {
      setChecking(false);
      void queryClient.invalidateQueries({ queryKey: conversionsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: recordsKey(scope) });
      return queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  const { error } = mutation;
  const isUnknown = error !== null && !(error instanceof CallRefused);
  return { ...mutation, isChecking, isUnknown, mayHaveMoved: mutation.isPending || isUnknown || mutation.isSuccess };
}
