import { RecordStates } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { SettingForm } from './form.tsx';

export default function SettingPage() {
  return (
    <RecordStates read={useRead(api.setting.show, {})} use={api.setting.show}>
      {(setting) => <SettingForm setting={setting} />}
    </RecordStates>
  );
}
