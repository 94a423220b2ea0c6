import { showCompact } from '@app/money';
import { coinRates } from '@app/protocol/market';
import { listWallets } from '@app/protocol/wallet';
import { Button, Segmented, Sheet } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { demoTotal } from './demo-total.ts';

/** Switches the mode of this device. Demo takes one press; real money is confirmed on a red button. */
export function ModeSwitch() {
  const text = useText();
  const mode = useSession(({ user }) => user?.book ?? 'real');
  const total = useDemoTotal();
  const sheet = useSheet('real');
  const { mutate, isPending, error } = useChangeMode(sheet.close);
  const failure = error === null ? undefined : describeFailure(error, text);
  const demo = total === undefined ? 'settings.book.demo' : 'settings.book.demo.total';
  const amount = total === undefined ? '' : showCompact(total);
  return (
    <div className="mt-4 px-gutter" aria-busy={isPending}>
      <Segmented
        label={text('settings.book')}
        value={mode}
        onChange={(wanted) => (wanted === 'demo' ? mutate('demo') : sheet.open())}
        options={[
          { value: 'real', label: text('settings.book.real'), disabled: isPending },
          { value: 'demo', label: text(demo, { amount }), disabled: isPending },
        ]}
      />
      {failure !== undefined && !sheet.isOpen && (
        <p className="hint hint--error" role="alert">
          {failure}
        </p>
      )}
      <ToReal sheet={sheet} failure={failure} isPending={isPending} go={() => mutate('real')} />
    </div>
  );
}

type Props = { sheet: ReturnType<typeof useSheet>; failure: string | undefined; isPending: boolean; go: () => void };

function ToReal({ sheet, failure, isPending, go }: Props) {
  const text = useText();
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={() => !isPending && sheet.close()}
      title={text('wallet.demo.leave.ask')}
      closeLabel={text('system.close')}
    >
      <p className="text-ink-2">{text('wallet.demo.leave.text')}</p>
      {failure !== undefined && (
        <p className="hint hint--error" role="alert">
          {failure}
        </p>
      )}
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button disabled={isPending} onClick={sheet.close}>
          {text('wallet.demo.stay')}
        </Button>
        <Button tone="danger" busy={isPending} onClick={go}>
          {text('wallet.demo.leave')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Returns the value of the demo account, in demo mode only: a real session never receives demo balances. */
function useDemoTotal() {
  const scope = useSessionScope();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const { data } = useQuery({
    queryKey: ['settings', 'demo-total', scope],
    queryFn: async ({ signal }) => {
      const [{ list }, rates] = await Promise.all([call(listWallets, {}, { signal }), call(coinRates, {}, { signal })]);
      return demoTotal(list, (currency) => rates[currency]);
    },
    enabled: isDemo,
    staleTime: 0, // Shown beside a name; changes with every trade.
  });
  return isDemo ? data : undefined;
}
