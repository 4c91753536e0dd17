import org.gaul.s3proxy.Main;

/** S3Proxy, configured by system properties. */
public class S3Server {
  public static void main(String[] args) throws Exception {
    Main.main(new String[] {"--properties", "/dev/null"});
    // Whoever started the server holds the other end of its input; when that end is gone, so is the reason to run.
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
