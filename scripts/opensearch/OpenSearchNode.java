import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.plugins.Plugin;

/**
 * One node of OpenSearch on loopback, from its jars, with the modules that its distribution brings and the engine uses. Arguments: its
 * folder, its number from 0 on, and for each node of the cluster `<HTTP port>:<transport port>`.
 */
public class OpenSearchNode {
  static final String[] MODULES = {
    "org.opensearch.transport.Netty4ModulePlugin",
    "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
    "org.opensearch.painless.PainlessModulePlugin",
    "org.opensearch.index.mapper.MapperExtrasModulePlugin",
  };

  @SuppressWarnings("unchecked")
  public static void main(String[] args) throws Exception {
    Path home = Paths.get(args[0]).toAbsolutePath();
    int number = Integer.parseInt(args[1]);
    int count = args.length - 2;
    Files.createDirectories(home.resolve("config"));
    List<String> names = new ArrayList<>();
    List<String> seeds = new ArrayList<>();
    for (int node = 0; node < count; node++) {
      names.add("node" + node);
      seeds.add("127.0.0.1:" + args[node + 2].split(":")[1]);
    }
    String[] ports = args[number + 2].split(":");
    Settings.Builder settings =
        Settings.builder()
            .put("cluster.name", "aisle-test-" + args[2].split(":")[0])
            .put("node.name", names.get(number))
            .put("path.home", home.toString())
            .put("path.data", home.resolve("data").toString())
            .put("path.logs", home.resolve("logs").toString())
            .put("network.host", "127.0.0.1")
            .put("http.port", ports[0])
            .put("transport.port", ports[1])
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("action.destructive_requires_name", true);
    if (count == 1) settings.put("discovery.type", "single-node");
    else settings.putList("discovery.seed_hosts", seeds).putList("cluster.initial_cluster_manager_nodes", names);
    List<Class<? extends Plugin>> modules = new ArrayList<>();
    for (String name : MODULES) modules.add((Class<? extends Plugin>) Class.forName(name));
    OpenSearchRunnerNode node = new OpenSearchRunnerNode(new Environment(settings.build(), home.resolve("config")), modules);
    node.start();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    node.close();
                  } catch (Exception error) {
                    System.err.println(error);
                  }
                }));
    // Exits when the parent closes the other end of standard input.
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
