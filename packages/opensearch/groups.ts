import type { Dsl } from './dsl.ts';
import { groupField } from './index/index-fields.ts';

/** How many groups there are: exactly, where OpenSearch's own `cardinality` estimates. One set per shard, put together at the end. */
export const groupCount: Dsl = {
  scripted_metric: {
    init_script: 'state.groups = new HashSet();',
    map_script: `state.groups.add(doc['${groupField}'].value);`,
    combine_script: 'return new ArrayList(state.groups);',
    reduce_script: `
      Set all = new HashSet();
      for (groups in states) if (groups != null) all.addAll(groups);
      return all.size();`,
  },
};

/** How many groups have each value of a field, as `[value, count]`. Values are texts, as only those keep their kind between nodes. */
export const groupsByValue = (field: string): Dsl => ({
  scripted_metric: {
    params: { field },
    init_script: 'state.groups = new HashMap();',
    map_script: `
      String group = doc['${groupField}'].value;
      for (def value : doc[params.field]) {
        String text = value.toString();
        Set groups = state.groups.get(text);
        if (groups == null) {
          groups = new HashSet();
          state.groups.put(text, groups);
        }
        groups.add(group);
      }`,
    combine_script: `
      Map found = new HashMap();
      for (entry in state.groups.entrySet()) found.put(entry.getKey(), new ArrayList(entry.getValue()));
      return found;`,
    reduce_script: `
      Map all = new HashMap();
      for (found in states) {
        if (found == null) continue;
        for (entry in found.entrySet()) {
          Set groups = all.get(entry.getKey());
          if (groups == null) {
            groups = new HashSet();
            all.put(entry.getKey(), groups);
          }
          groups.addAll(entry.getValue());
        }
      }
      List counts = new ArrayList();
      for (entry in all.entrySet()) counts.add([entry.getKey(), entry.getValue().size()]);
      return counts;`,
  },
});
