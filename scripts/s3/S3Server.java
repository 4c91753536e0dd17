import org.gaul.s3proxy.Main;

/** S3Proxy, configured by system properties. */
public class S3Server {
  public static void main(String[] args) throws Exception {
    Main.main(new String[] {"--properties", "/dev/null"});
    // Exits when the parent closes the other end of standard input.
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
