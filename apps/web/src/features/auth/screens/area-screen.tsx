import { useDial } from '../../../shared/chosen-country.ts';
import { useText } from '../../../shared/texts.ts';
import { CountryPicker } from '../components/country-picker.tsx';

/** /pages/common/area */
export default function AreaScreen() {
  const text = useText();
  return <CountryPicker title={text('auth.dial_code.title')} use="dial" value={useDial().code} />;
}
