import { Icon, IconButton, showToast } from '@app/ui';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { saveAs } from '../../../data/call/download.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { dealsCsv } from './deals-csv.ts';
import { fetchEndedDeals } from './deals-query.ts';

type Props = { request: Parameters<typeof fetchEndedDeals>[0]; isDisabled: boolean };

/** Saves what the filter lets through, all pages of it, as a file. */
export function CsvButton({ request, isDisabled }: Props) {
  const text = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = new Blob([dealsCsv(await fetchEndedDeals(request))], { type: 'text/csv;charset=utf-8' });
      saveAs(file, `contracts-${new Date(serverNow()).toISOString().slice(0, 10)}.csv`);
    },
    onError: (error) => showToast(describeFailure(error, text), 'error'),
  });
  return (
    <IconButton label={text('deals.csv')} disabled={isDisabled || isPending} onClick={() => mutate()}>
      <Icon name="save" />
    </IconButton>
  );
}
