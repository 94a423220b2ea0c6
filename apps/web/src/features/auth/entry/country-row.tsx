import { SelectButton } from '@app/ui';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';

/** Country of residence; opens the list of countries and returns. */
export function CountryRow({ code, error }: { code: string | undefined; error: string | undefined }) {
  const text = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const name = code === undefined ? undefined : new Intl.DisplayNames([locale], { type: 'region' }).of(code);
  return (
    <SelectButton
      label={text('auth.country.label')}
      value={name}
      placeholder={text('auth.country.choose')}
      open={false}
      onClick={() => void navigate('/pages/setting/areas')}
      error={error}
    />
  );
}
