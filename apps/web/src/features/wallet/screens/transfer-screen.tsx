import { Delayed, ErrorPanel, NavBar, Page, Skeleton } from '@app/ui';
import { useLocation, useNavigate } from 'react-router';
import { type Balance, useBalances } from '../../../shared/balances.ts';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useDraft } from '../../../shared/draft.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { useTransfer } from '../api/transfer.ts';
import { useResultElsewhere } from '../components/result-elsewhere.ts';
import { TransferFormView } from '../components/transfer-form-view.tsx';
import { TransferReceipt } from '../components/transfer-receipt.tsx';
import { formFromSearch, isTransferForm } from '../model/transfer-form.ts';

const ASSETS = '/pages/fund/assets';

/** /pages/fund/transfer */
export default function TransferScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const { data, error, isPending, refetch } = useBalances();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page bar={<NavBar title={text('wallet.transfer')} back={back} />}>
      {isPending && <Loading />}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <Transfer list={data.list} />}
    </Page>
  );
}

function Transfer({ list }: { list: readonly Balance[] }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [form, setForm, forgetForm] = useDraft(`transfer${search}`, formFromSearch(search), isTransferForm);
  const notify = useResultElsewhere();
  const { mutate, reset, data, variables, ...sending } = useTransfer((transfer) => {
    forgetForm();
    notify(transfer);
  });
  if (data !== undefined && variables !== undefined)
    return (
      <TransferReceipt
        transfer={variables}
        result={data}
        onAnother={() => {
          setForm({ ...form, amount: '' });
          reset();
        }}
        onDone={() => void navigate(ASSETS, { replace: true })}
      />
    );
  const change = (next: typeof form) => {
    if (sending.isPending) return;
    reset();
    setForm(next);
  };
  return <TransferFormView {...{ form, list, change, sending }} submit={mutate} />;
}

function Loading() {
  return (
    <Delayed>
      <div className="flex flex-col gap-3 px-gutter pt-2">
        <Skeleton className="h-30 rounded-card" />
        <Skeleton className="h-36 rounded-card" />
        <Skeleton className="mt-12 h-13 rounded-control" />
      </div>
    </Delayed>
  );
}
