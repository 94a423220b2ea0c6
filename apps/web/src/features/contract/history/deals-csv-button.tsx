import { Icon, IconButton, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useCsvFile } from '../../../data/call/csv-file.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { dealsCsv } from './deals-csv.ts';
import { fetchEndedDeals } from './deals-query.ts';

type Props = { request: Parameters<typeof fetchEndedDeals>[0]; isDisabled: boolean };

/** Saves what the filter lets through, all pages of it, as a file. */
export function CsvButton({ request, isDisabled }: Props) {
  const text = useText();
  const { save, isSaving } = useCsvFile({
    name: 'contracts',
    write: async () => dealsCsv(await fetchEndedDeals(request)),
    onFailure: (error) => showToast(describeFailure(error, text), 'error'),
  });
  return (
    <IconButton label={text('deals.csv')} disabled={isDisabled || isSaving} onClick={save}>
      <Icon name="save" />
    </IconButton>
  );
}
