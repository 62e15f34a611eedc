import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { CategoryForm } from './form.tsx';

export default function CategoryPage() {
  return (
    <RecordPage of={api.category.show} create={api.category.save}>
      {(record) => <CategoryForm record={record} />}
    </RecordPage>
  );
}
