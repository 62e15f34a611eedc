import { RecordStates } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { ThemeForm } from './theme-form.tsx';

export default function ThemePage() {
  return (
    <RecordStates read={useRead(api.setting.show, {})} use={api.setting.show}>
      {(setting) => <ThemeForm setting={setting} />}
    </RecordStates>
  );
}
