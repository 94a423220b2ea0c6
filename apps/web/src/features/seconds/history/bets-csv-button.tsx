import { Icon, IconButton, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useCsvFile } from '../../../data/call/csv-file.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { betsCsv } from './bets-csv.ts';
import { fetchEndedBets } from './bets-query.ts';

type Props = { request: Parameters<typeof fetchEndedBets>[0]; isDisabled: boolean };

/** Saves what the filter lets through, all pages of it, as a file. */
export function CsvButton({ request, isDisabled }: Props) {
  const text = useText();
  const { save, isSaving } = useCsvFile({
    name: 'seconds',
    write: async () => betsCsv(await fetchEndedBets(request)),
    onFailure: (error) => showToast(describeFailure(error, text), 'error'),
  });
  return (
    <IconButton label={text('bets.csv')} disabled={isDisabled || isSaving} onClick={save}>
      <Icon name="save" />
    </IconButton>
  );
}
